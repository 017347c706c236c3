import { createContext, useContext } from 'react';

/** The nonce that lets a script of ours run under the page's policy; empty in the browser, which hides it. */
export const NonceContext = createContext('');

export const useNonce = () => useContext(NonceContext);
