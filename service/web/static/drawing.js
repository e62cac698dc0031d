// The drawing of a game: which one is a setting, what of it is drawn goes by the misses.

import { balloons } from "./balloons.js";
import { gallows } from "./gallows.js";
import { t } from "./language.js";
import { setting } from "./settings.js";
import { snowman } from "./snowman.js";

const DRAWINGS = { gallows, snowman, balloons };

// A node, and how it shows a game: { misses, max_misses, status }.
export const drawing = () => DRAWINGS[setting("drawing")]();

// How the drawing tells of the end: “You hang.”, “It has melted.”
export const verdict = ({ status }) => t(status === "won" ? "won" : `lost.${setting("drawing")}`);
