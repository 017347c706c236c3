import { script } from 'virtual:checkout-script';
import type { PageScript } from './page/checkout-script';

/** What a page needs to load the script, without its content. */
export const pageScript: PageScript = { path: script.path, integrity: script.integrity };
