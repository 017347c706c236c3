import { useLoaderData } from '@remix-run/react';
import { listDemoAuthenticatorCodes } from '~/identity/staff/demo-staff';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { CopyValue } from '~/ui/content/code-block';
import { pageTitle } from '~/ui/layout/page-title';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { requireDemo } from './demo-mode';

/** The codes of the demo staff's authenticator apps, so that a demo needs no phone. */
export function loader() {
  requireDemo();
  return { codes: listDemoAuthenticatorCodes(new Date()) };
}

export const meta = pageTitle('Demo staff codes');

export default function Authenticator() {
  const { codes } = useLoaderData<typeof loader>();
  return (
    <AuthLayout
      title="Demo staff codes"
      lead="Staff log in with a password and a code from their phone. In this demo, this page replaces the phones. Each code works once, for about 30 seconds. Reload the page for a new one."
      aside={<TextLink to="/staff/login">Staff login</TextLink>}
      wide
    >
      <Table
        caption="Demo staff codes"
        rows={codes}
        rowKey={({ email }) => email}
        columns={[
          { title: 'Role', cell: ({ role }) => role },
          { title: 'Email address', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
          {
            title: 'Code',
            cell: ({ code, role }) => <CopyValue value={code} label={`code of the ${role}`} />,
          },
        ]}
      />
    </AuthLayout>
  );
}
