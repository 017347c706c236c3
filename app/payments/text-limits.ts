/** In characters. Pure, so that fields can stop there too. */
export const maximumEvidenceTextLength = 20_000;
export const maximumViewNameLength = 60;
