import { localPath } from '~/routes/identity/login/local-path';

/** A path of this site, with the document's slot as its fragment, which then gets the focus. */
export function parseReturnPath(text: string | null): string {
  return localPath(text) + (/#[\w-]+$/.exec(text ?? '')?.[0] ?? '');
}
