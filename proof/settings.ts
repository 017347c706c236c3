/** How long the product waits for the acquirer. */
export const acquirerTimeoutMs = 1_500;
