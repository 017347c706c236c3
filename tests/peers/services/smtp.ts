import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port';

type SmtpPeer = {
  url: string;
  /** Passwords by user: if there is one, everyone must log in. */
  logins: Map<string, string>;
  mails: Email[];
  /** Accepts no email until it is restarted, at the same address. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
};

/** A real mail server on loopback that stores the emails it receives. */
export async function startSmtp(): Promise<SmtpPeer> {
  const mails: Email[] = [];
  const logins = new Map<string, string>();
  const port = await freePort();
  let server: SMTPServer;
  const goOnline = async () => {
    server = createServer(mails, logins);
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  };
  await goOnline();
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    logins,
    goOnline,
    goOffline: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

function createServer(mails: Email[], logins: Map<string, string>): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username = '', password }, _session, done) =>
      password && logins.get(username) === password
        ? done(null, { user: username })
        : done(new Error('no such login')),
    onMailFrom: (_address, { user }, done) =>
      logins.size && !user ? done(new Error('log in first')) : done(),
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on(
        'end',
        () => void PostalMime.parse(Buffer.concat(chunks)).then((mail) => (mails.push(mail), done()), done),
      );
    },
  });
}
