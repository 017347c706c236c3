import { Column } from '@react-email/column';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { Fragment, type ReactNode } from 'react';
import type { OrderLines } from '~/payments/transactions/order-lines';
import type { Environment } from '~/platform/environment';
import { isolateText } from '~/platform/text/bidi-isolation';
import { getTextDirection, getIntlLocale, type Language } from '~/platform/text/languages';
import { formatUnambiguousAmount } from '~/platform/money/money';
import type { AccountProps } from '../chosen-names';
import { EmailLayout, Paragraph } from '../email-layout';
import { receiptMessages } from './receipt-messages';

type Props = {
  brandName: string;
  language: Language;
  environment: Environment;
  merchantName: string;
  /** As in {@link AccountProps}. */
  approved?: AccountProps['approved'];
  companyInfo: string;
  /** The merchant's contact details. */
  support: string[];
  amount: number;
  currency: string;
  /** The name of a payment link. Null without one, absent in emails from before an upgrade. */
  title?: string | null;
  order: OrderLines;
  /** Whether the money was captured or is on hold. */
  captures: boolean;
  card: { brand: string | null; lastFour: string };
  reference: string;
  transactionId: string;
  paidAt: string;
  timeZone: string;
};

export const subject = (props: Props) => {
  const { messages, merchantText, formatPrice } = createReceiptLocale(props);
  const amount = formatPrice(props.amount);
  const text = props.approved ? messages.subject(merchantText, amount) : messages.namelessSubject(amount);
  return `${props.environment === 'test' ? `${messages.test}: ` : ''}${text}`;
};

/** A payer's proof of a payment. */
export default function Receipt(props: Props) {
  const {
    brandName,
    language,
    environment,
    amount,
    title,
    order,
    captures,
    card,
    reference,
    transactionId,
    companyInfo,
    support,
  } = props;
  const { messages, merchantText, formatPrice, paidAtText } = createReceiptLocale(props);
  const summary = (captures ? messages.taken : messages.held)(formatPrice(amount), merchantText);
  return (
    <EmailLayout
      language={language}
      brandName={props.merchantName}
      preview={summary}
      heading={captures ? messages.takenHeading : messages.heldHeading}
      reason={messages.reason(merchantText, brandName)}
    >
      {environment === 'test' && <Paragraph>{messages.testNote}</Paragraph>}
      <Paragraph>{summary}</Paragraph>
      {title && <Paragraph>{isolateText(title, getTextDirection(language))}</Paragraph>}
      <Section style={{ margin: '0 0 16px' }}>
        {order.lines.map(({ name, quantity, unitPrice, total }, index) => (
          <Line
            key={index}
            name={
              <>
                {isolateText(name, getTextDirection(language))}
                {quantity > 1 && (
                  <>
                    <br />
                    {quantity} × {formatPrice(unitPrice)}
                  </>
                )}
              </>
            }
            value={formatPrice(total)}
            isAmount
          />
        ))}
        {order.adjustment && (
          <Line
            name={messages[order.adjustment.name]}
            value={formatPrice(order.adjustment.amount)}
            isAmount
          />
        )}
        <Line
          name={<strong>{messages.total}</strong>}
          value={<strong>{formatPrice(amount)}</strong>}
          isAmount
        />
      </Section>
      <Section style={{ margin: '0 0 16px' }}>
        <Line name={messages.date} value={paidAtText} />
        <Line name={messages.card} value={messages.cardEnding(card.brand, card.lastFour)} />
        <Line name={messages.reference} value={isolateText(reference, getTextDirection(language))} />
        <Line name={messages.transaction} value={transactionId} />
      </Section>
      {support.length > 0 && (
        <Paragraph>
          {messages.questions(merchantText)}
          {/* A line of its own, without characters for its direction, which mail programs would make a part of the link. */}
          {support.map((contact) => (
            <Fragment key={contact}>
              <br />
              <span dir="auto">{contact}</span>
            </Fragment>
          ))}
        </Paragraph>
      )}
      {companyInfo && (
        <Paragraph>
          {companyInfo.split('\n').map((line) => (
            <Fragment key={line}>
              <span dir="auto">{line}</span>
              <br />
            </Fragment>
          ))}
        </Paragraph>
      )}
    </EmailLayout>
  );
}

/**
 * An item with its amount, or a label with its value. Item names and values can break within a word. Labels and amounts can't.
 */
function Line({ name, value, isAmount }: { name: ReactNode; value: ReactNode; isAmount?: boolean }) {
  const lineStyle = { fontSize: 15, lineHeight: '24px', margin: 0 };
  const breaking = { ...lineStyle, wordBreak: 'break-word' as const };
  const label = { ...lineStyle, wordBreak: 'keep-all' as const };
  return (
    <Row>
      <Column style={{ verticalAlign: 'top', paddingInlineEnd: 16 }}>
        <Text style={isAmount ? breaking : label}>{name}</Text>
      </Column>
      <Column style={{ verticalAlign: 'top', textAlign: 'end' }}>
        <Text style={isAmount ? { ...lineStyle, whiteSpace: 'nowrap' } : breaking}>{value}</Text>
      </Column>
    </Row>
  );
}

function createReceiptLocale({ language, merchantName, currency, paidAt, timeZone }: Props) {
  const direction = getTextDirection(language);
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : getIntlLocale(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    // The portal's English times are 24-hour times, too.
    ...(language === 'en' && { hourCycle: 'h23' }),
    timeZone,
  });
  return {
    messages: receiptMessages[language],
    merchantText: isolateText(merchantName, direction),
    formatPrice: (amount: number) =>
      isolateText(formatUnambiguousAmount(amount, currency, language), direction),
    paidAtText: format.format(new Date(paidAt)),
  };
}
