// The texts of the modules that lazy.js loads, in each language: each screen has a file of them.

import deal from "./deal_texts.js";
import end from "./end_texts.js";
import otherWord from "./other_word_texts.js";
import settings from "./settings_texts.js";
import share from "./share_texts.js";
import statistics from "./statistics_texts.js";
import watch from "./watch_texts.js";
import word from "./word_texts.js";

const screens = [deal, end, otherWord, settings, share, statistics, watch, word];
const inLanguage = (code) => Object.assign({}, ...screens.map((texts) => texts[code]));

export default Object.fromEntries(Object.keys(end).map((code) => [code, inLanguage(code)]));
