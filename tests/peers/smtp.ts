import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port';

type SmtpPeer = {
  url: string;
  mails: Email[];
  /** Takes no mail until it comes back, at the same address. */
  breakDown(): Promise<void>;
  comeBack(): Promise<void>;
};

/** A real mail server on loopback that keeps what it is given. */
export async function startSmtp(): Promise<SmtpPeer> {
  const mails: Email[] = [];
  const port = await freePort();
  let server: SMTPServer;
  const comeBack = async () => {
    server = createServer(mails);
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  };
  await comeBack();
  return { url: `smtp://127.0.0.1:${port}`, mails, comeBack, breakDown: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

function createServer(mails: Email[]): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => void PostalMime.parse(Buffer.concat(chunks)).then((mail) => (mails.push(mail), done()), done));
    },
  });
}
