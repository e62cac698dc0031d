// What the page loads when it is needed, in one file.

import dealTexts from "./deal_texts.js";
import { learn } from "./language.js";

export { dayCard } from "./day_card.js";
export { dealScreen } from "./deal.js";
export { ending } from "./ending.js";
export { friendScreen } from "./friend.js";
export { openInvitation, openShare } from "./share.js";
export { statisticsScreen } from "./statistics.js";
export { watchScreen } from "./watch.js";
export { wordScreen } from "./word.js";

learn(dealTexts);
