// The texts for those who watch a game; as in texts.js.

export default {
  en: {
    "watch.begun": "No letter has been guessed yet.",
    "watch.won": "Found: {word}.",
    "watch.lost": "The player was hanged.",
    "watch.talk": "Talk about it: you will see in {n} seconds.",
    "watch.fitted": { one: "It said {word}, and it was the only word left.", other: "It said {word}, and {n} words still fit:" },
    watchAgain: "No answer just now. You see more as soon as there is one.",
  },

  de: {
    "watch.begun": "Noch kein Buchstabe ist geraten.",
    "watch.won": "Gefunden: {word}.",
    "watch.lost": "Gehängt: Das Spiel ist verloren.",
    "watch.talk": "Besprecht es: in {n} Sekunden seht ihr es.",
    "watch.fitted": { one: "Er sagte {word}, das einzige Wort, das noch passte.", other: "Er sagte {word}, und {n} Wörter passten noch:" },
    watchAgain: "Gerade keine Antwort. Sobald eine kommt, siehst du mehr.",
  },
};
