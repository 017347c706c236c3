/** Where the checkout is designed. */
export const editor = '/checkout-design';
