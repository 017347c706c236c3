import type { LoaderFunctionArgs } from '@remix-run/node';
import { requestPasskeyLogin } from '~/identity/passkeys/passkey-login';
import { getArea } from './areas';

/** What a login page asks a passkey to sign: the same for everybody, and it changes nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json(await requestPasskeyLogin(getArea(request)), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
