// The modules that the page loads only when it needs them, in one file.

export { classScreen } from "./class.js";
export { dayCard, lately } from "./day_card.js";
export { dealScreen } from "./deal.js";
export { ending } from "./ending.js";
export { friendScreen, wordOfFriendScreen } from "./friend.js";
export { otherWordScreen } from "./other_word.js";
export { settingsDialog } from "./settings_dialog.js";
export { openInvitation, openShare } from "./share.js";
export { statisticsScreen } from "./statistics.js";
export { watchScreen } from "./watch.js";
export { wordScreen } from "./word.js";
