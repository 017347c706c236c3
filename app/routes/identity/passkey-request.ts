import { requestLogin } from '~/identity/passkey-login';

/** What a login page asks a passkey to sign: the same for everybody, of both areas, and it changes nothing. */
export async function loader() {
  return Response.json(await requestLogin(), { headers: { 'Cache-Control': 'no-store' } });
}
