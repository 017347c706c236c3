import type { ReactNode } from 'react';
import { getButtonClass } from '~/ui/forms/button';
import { CopyValue } from '~/ui/content/code-block';
import { useRejectedForm } from '../../forms/rejected-form';
import { CodeField } from './code-field';
import { DocumentForm } from '../email/document-form';

const fields = ['code'];

type Props = { image: string; text: string; url: string };

/** The setup of an authenticator app: add the secret, and confirm it with a code. */
export function AuthenticatorSteps({ image, text, url }: Props) {
  const rejected = useRejectedForm();
  return (
    <DocumentForm fields={fields} submit="Set up">
      <Part title="1. Scan this with your authenticator app">
        <img
          src={image}
          alt="QR code for your authenticator app"
          width={200}
          height={200}
          className="rounded-lg border border-line bg-surface"
        />
        <p className="lg:hidden">
          <a href={url} className={getButtonClass({ variant: 'secondary' })}>
            Open in your authenticator app
          </a>
        </p>
        <p className="text-ink-soft">
          If you can’t scan it, enter this key in the app. If it asks, choose “time-based.”
        </p>
        <CopyValue value={text} label="key" />
      </Part>
      <Part title="2. Enter the code from the app">
        <CodeField error={rejected?.errors.code} label="Code from the app" />
      </Part>
    </DocumentForm>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}
