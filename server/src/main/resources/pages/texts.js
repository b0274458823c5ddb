// The texts in the reader's language. English is the only one so far; another is one more file like
// texts.en.js and a line here.

import en from "./texts.en.js";

export const texts = en;
