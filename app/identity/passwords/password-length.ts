/**
 * Characters as people count them (NIST SP 800-63B, 3.1.1.2; PCI DSS 8.3.6). Without dependencies, so that
 * pages can use it.
 */
export const passwordMinLength = 12;
export const passwordMaxLength = 128;
