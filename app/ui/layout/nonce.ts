import { createContext, useContext } from 'react';

/** The nonce for our scripts. Empty in the browser, which hides it. */
export const NonceContext = createContext('');

export const useNonce = () => useContext(NonceContext);
