import type { LoaderFunctionArgs } from '@remix-run/node';
import { requestPasskeyLogin } from '~/identity/passkeys/passkey-login';
import { getArea } from './areas';

/** The passkey challenge of a login page: the same for everyone, and without effect. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json(await requestPasskeyLogin(getArea(request)), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
