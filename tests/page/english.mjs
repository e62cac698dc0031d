// How English is written, as the service publishes it.

import { Writing } from "../../service/web/static/writing.js";

const [alphabet, capitals] = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const forms = Object.fromEntries([...capitals].map((capital, place) => [capital, alphabet[place]]));

export const ENGLISH = new Writing({ alphabet, capitals, language: "en", direction: "ltr", read_as: forms });
