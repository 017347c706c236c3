import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Inbox } from 'lucide-react';
import { Fragment } from 'react';
import { Brand } from '~/ui/layout/brand';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireCapturedMails } from './captured-mails';

export async function loader({ request }: LoaderFunctionArgs) {
  const mails = await requireCapturedMails();
  const selectedId = new URL(request.url).searchParams.get('mail');
  return {
    selected: mails.find(({ id }) => id === selectedId) ?? mails[0] ?? null,
    mails: mails.map(({ id, to, subject, receivedAt }) => ({ id, to, subject, receivedAt })),
  };
}

export const meta = pageTitle('Mailbox');

export default function Mailbox() {
  const { mails, selected } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-6xl px-4 py-10">
      <header className="mb-8">
        <Link to="/" className="inline-block">
          <Brand />
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <PageHeader
          title="Mailbox"
          lead="Emails in this demo never leave this computer. The last 200 are kept until the program ends."
        />
        {selected ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <MailList mails={mails} current={selected.id} />
            <MailDetails mail={selected} />
          </div>
        ) : (
          <EmptyState icon={Inbox} title="No emails yet">
            Register, and the confirmation email appears here.{' '}
            <TextLink to="/register">Create an account</TextLink>
          </EmptyState>
        )}
      </main>
    </div>
  );
}

type MailSummary = { id: string; to: string; subject: string; receivedAt: string };

function MailList({ mails, current }: { mails: MailSummary[]; current: string }) {
  return (
    <nav
      aria-label="Emails"
      className="max-h-64 overflow-y-auto rounded-xl border border-line bg-surface lg:max-h-[70dvh]"
    >
      <ol className="divide-y divide-line">
        {mails.map(({ id, to, subject, receivedAt }) => (
          <li key={id}>
            <Link
              to={`?mail=${id}`}
              aria-current={id === current ? 'true' : undefined}
              className="block px-4 py-3 -outline-offset-4 hover:bg-sunken aria-[current]:bg-accent-soft"
            >
              <span className="block font-medium">{subject}</span>
              <span className="block text-sm break-all text-ink-soft">{to}</span>
              <span className="block text-sm text-ink-soft tabular-nums">{receivedAt.slice(11, 19)} UTC</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function MailDetails({ mail }: { mail: MailSummary & { from: string; text: string; links: string[] } }) {
  return (
    <Panel title={mail.subject}>
      <dl className="mb-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">To</dt>
        <dd className="break-all">{mail.to}</dd>
        <dt className="text-ink-soft">From</dt>
        <dd className="break-all">{mail.from}</dd>
      </dl>
      <p className="border-t border-line pt-5 whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={mail.text} links={mail.links} />
      </p>
      <p className="mt-5 border-t border-line pt-5">
        <TextLink to={`/dev/mailbox/${mail.id}/html`} reloadDocument target="_blank" rel="noopener">
          View HTML
        </TextLink>
      </p>
    </Panel>
  );
}

/** The text with its URLs as links. */
function LinkedText({ text, links }: { text: string; links: string[] }) {
  const longestFirst = [...links].sort((a, b) => b.length - a.length);
  const [link] = longestFirst.filter((url) => text.includes(url));
  if (!link) return text;
  const parts = text.split(link);
  return parts.map((part, i) => (
    <Fragment key={i}>
      <LinkedText text={part} links={longestFirst.filter((url) => url !== link)} />
      {i < parts.length - 1 && (
        <a href={link} className="font-medium break-all text-accent underline underline-offset-4">
          {link}
        </a>
      )}
    </Fragment>
  ));
}
