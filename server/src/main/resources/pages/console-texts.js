// The console's texts in the reader's language; apart from the buyers', who need not load them.

import en from "./console-texts.en.js";

export const texts = en;
