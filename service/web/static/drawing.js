// The drawing of a game: a setting chooses it, and the misses decide how much of it is drawn.

import { gallows } from "./gallows.js";
import { t } from "./language.js";
import { setting } from "./settings.js";
import { snowman } from "./snowman.js";

const DRAWINGS = { gallows, snowman };

// { node, update }: `update` shows a game of { misses, max_misses, status }.
export const drawing = () => DRAWINGS[setting("drawing")]();

// The end in the words of the drawing: “You hang.”, “It has melted.”
export const verdict = ({ status }) => t(status === "won" ? "won" : `lost.${setting("drawing")}`);
