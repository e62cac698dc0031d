// For `make browsers`: small dictionaries of other languages, and games in them.

import { execFileSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The words; one that is set and found, by letters as somebody may type them; how the page writes it; and a letter that most
// words of its length do not have.
export const LANGUAGES = {
  el: { words: "οδός χώρα ζωές νύφη μήλο", secret: "οδός", typed: "Όδς", shown: "ΟΔΟΣ", rare: "ζ", options: ["--drop-accents"] },
  tr: { words: "ışık elma kapı dize ömür", secret: "ışık", typed: "IşK", shown: "IŞIK", rare: "z" },
  az: { words: "izmir kitab qapıs dəniz ağacı", secret: "izmir", typed: "İzMr", shown: "İZMİR", rare: "ə" },
  he: { words: "שלום ארון כלבי עצים דגים", secret: "שלום", typed: "שלום", shown: "שלום", rare: "כ", direction: "rtl" },
  ar: { words: "كتاب مدرس شمسي حليب قمري", secret: "كتاب", typed: "كتاب", shown: "كتاب", rare: "ش", direction: "rtl" },
  ka: { words: "ქალაქი მანქანა ფანჯარა თბილისი", secret: "თბილისი", typed: "თბილს", shown: "თბილისი", rare: "ფ" },
  de: { words: "straße mutter fenster kirche größer", secret: "straße", typed: "sTraẞe", shown: "STRAßE", rare: "ö" },
};

export const nameOf = (language) => `tiny-${language}`; // of its dictionary

// Builds the dictionaries in a new folder, and returns its path.
export async function built() {
  const folder = await mkdtemp(join(tmpdir(), "words-"));
  for (const [language, { words, options = [] }] of Object.entries(LANGUAGES)) {
    const file = join(folder, `${language}.txt`);
    await writeFile(file, words.replaceAll(" ", "\n"));
    execFileSync("hangman", ["dictionary", "build", nameOf(language), file, "--language", language, "--into", folder, ...options]);
  }
  return folder;
}
