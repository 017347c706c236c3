import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';
import { getTextDirection, type Language } from '~/platform/text/languages';

const fontStack = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const textColor = '#1b1f24';
const mutedTextColor = '#57606a';
const accentColor = '#3340b5';

/** The layout of every email: the brand, a heading, and the reason for the email. */
export function EmailLayout({
  brandName,
  language = 'en',
  preview,
  heading,
  reason,
  children,
}: {
  brandName: string;
  language?: Language;
  preview: string;
  heading: string;
  reason: string;
  children: ReactNode;
}) {
  return (
    <Html lang={language} dir={getTextDirection(language)}>
      <Head>
        <title>{heading}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{
          backgroundColor: '#f5f6f8',
          margin: 0,
          padding: '32px 16px',
          fontFamily: fontStack,
          color: textColor,
        }}
      >
        <Container
          style={{
            maxWidth: 520,
            backgroundColor: '#ffffff',
            borderRadius: 12,
            padding: '32px',
            border: '1px solid #e3e6ea',
          }}
        >
          <Text style={{ fontSize: 16, fontWeight: 600, margin: '0 0 24px' }}>{brandName}</Text>
          <Heading as="h1" style={{ fontSize: 22, lineHeight: '30px', margin: '0 0 12px' }}>
            {heading}
          </Heading>
          {children}
          <Hr style={{ borderColor: '#e3e6ea', margin: '28px 0 16px' }} />
          <Text style={{ fontSize: 13, lineHeight: '20px', color: mutedTextColor, margin: 0 }}>{reason}</Text>
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: 16, lineHeight: '25px', margin: '0 0 16px' }}>{children}</Text>;
}

/**
 * The call to action. The URL is also shown in full, for mail clients without buttons. An email from before
 * an upgrade may have no URL and then no button.
 */
export function ActionButton({ href, children }: { href: string | undefined; children: string }) {
  if (!href) return null;
  return (
    <Section style={{ margin: '8px 0 4px' }}>
      <Button
        href={href}
        style={{
          backgroundColor: accentColor,
          color: '#ffffff',
          borderRadius: 8,
          padding: '12px 20px',
          fontSize: 16,
          fontWeight: 600,
          textDecoration: 'none',
        }}
      >
        {children}
      </Button>
      <Text
        data-skip-in-text
        style={{
          fontSize: 13,
          lineHeight: '20px',
          color: mutedTextColor,
          margin: '16px 0',
          wordBreak: 'break-all',
        }}
      >
        Or open this link: <MailLink href={href}>{href}</MailLink>
      </Text>
    </Section>
  );
}

/** A link in a text. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: accentColor, textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}

/** For people who can't help themselves. Nothing without a support address. */
export function SupportContact({ supportEmail, condition }: { supportEmail?: string; condition: string }) {
  if (!supportEmail) return null;
  return (
    <Paragraph>
      {condition}, email <MailLink href={`mailto:${supportEmail}`}>{supportEmail}</MailLink>.
    </Paragraph>
  );
}

/** A person's own text, line by line. */
export function Quote({ children }: { children: string }) {
  return (
    <Section style={{ borderLeft: `3px solid ${accentColor}`, paddingLeft: 16, margin: '0 0 16px' }}>
      {children.split('\n').map((line, index) => (
        <Text key={index} style={{ fontSize: 16, lineHeight: '25px', margin: '0 0 4px' }}>
          {line}
        </Text>
      ))}
    </Section>
  );
}

/** "Monday, November 23, 2026". A response date is a day, not a minute. */
export function formatLongDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(date));
}

/** "November 23, 2026 at 15:05 CET". A person who has no account reads UTC. */
export function formatMailTime(date: string, timeZone = 'UTC'): string {
  const moment = new Date(date);
  const text = new Intl.DateTimeFormat('en-US', {
    ...{ dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
    timeZone,
  }).format(moment);
  // Only en-GB has short names for European zones, such as CET.
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')!;
  return `${text} ${zone.value}`;
}
