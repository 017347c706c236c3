/** Characters, as a person counts them (NIST SP 800-63B, 3.1.1.2; PCI DSS 8.3.6). Pure, so that pages can say it. */
export const passwordMinLength = 12;
export const passwordMaxLength = 128;
