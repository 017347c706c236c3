/** In characters. Without dependencies, so that form fields can use the same limits. */
export const maximumEvidenceTextLength = 20_000;
export const maximumViewNameLength = 60;
