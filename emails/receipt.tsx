import { Column, Row, Section, Text } from '@react-email/components';
import { Fragment, type ReactNode } from 'react';
import type { OrderLines } from '~/payments/order-lines';
import type { Environment } from '~/platform/environment';
import { isolated } from '~/platform/isolated-text';
import { directionOf, localeOf, type Language } from '~/platform/languages';
import { formatAmount } from '~/platform/money';
import { Letter, Paragraph } from './letter';
import { receiptWords } from './receipt-words';

type Props = {
  brandName: string;
  language: Language;
  environment: Environment;
  merchantName: string;
  companyInfo: string;
  /** Ways to reach the merchant. */
  support: string[];
  amount: number;
  currency: string;
  order: OrderLines;
  /** Whether the money was taken or is held. */
  captures: boolean;
  card: { brand: string | null; lastFour: string };
  reference: string;
  transactionId: string;
  paidAt: string;
  timeZone: string;
};

export const subject = (props: Props) => {
  const { words, merchant, price } = readingOf(props);
  return `${props.environment === 'test' ? `${words.test}: ` : ''}${words.subject(merchant, price(props.amount))}`;
};

/** What a payer keeps as proof of a payment. */
export default function Receipt(props: Props) {
  const {
    brandName,
    language,
    environment,
    amount,
    order,
    captures,
    card,
    reference,
    transactionId,
    companyInfo,
    support,
  } = props;
  const { words, merchant, price, when } = readingOf(props);
  const summary = (captures ? words.taken : words.held)(price(amount), merchant);
  return (
    <Letter
      language={language}
      brandName={props.merchantName}
      preview={summary}
      heading={words.heading}
      reason={words.reason(merchant, brandName)}
    >
      {environment === 'test' && <Paragraph>{words.testNote}</Paragraph>}
      <Paragraph>{summary}</Paragraph>
      <Section style={{ margin: '0 0 16px' }}>
        {order.lines.map(({ name, quantity, total }, index) => (
          <Line
            key={index}
            name={`${quantity > 1 ? `${quantity} × ` : ''}${isolated(name, directionOf(language))}`}
            value={price(total)}
          />
        ))}
        {order.rest && <Line name={words[order.rest.name]} value={price(order.rest.amount)} />}
        <Line name={<strong>{words.total}</strong>} value={<strong>{price(amount)}</strong>} />
      </Section>
      <Section style={{ margin: '0 0 16px' }}>
        <Line name={words.date} value={when} />
        <Line name={words.card} value={words.cardEnding(card.brand, card.lastFour)} />
        <Line name={words.reference} value={isolated(reference, directionOf(language))} />
        <Line name={words.transaction} value={transactionId} />
      </Section>
      {support.length > 0 && (
        <Paragraph>
          {words.questions(merchant)} {support.map((way) => isolated(way, directionOf(language))).join(' · ')}
        </Paragraph>
      )}
      {companyInfo && (
        <Paragraph>
          {companyInfo.split('\n').map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
        </Paragraph>
      )}
    </Letter>
  );
}

function Line({ name, value }: { name: ReactNode; value: ReactNode }) {
  const look = { fontSize: 15, lineHeight: '24px', margin: 0 };
  return (
    <Row>
      <Column style={{ verticalAlign: 'top', paddingInlineEnd: 16 }}>
        <Text style={look}>{name}</Text>
      </Column>
      <Column style={{ verticalAlign: 'top', textAlign: 'end' }}>
        <Text style={{ ...look, wordBreak: 'break-word' }}>{value}</Text>
      </Column>
    </Row>
  );
}

function readingOf({ language, merchantName, currency, paidAt, timeZone }: Props) {
  const direction = directionOf(language);
  // Days as all other mails and the portal write them in English.
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  });
  return {
    words: receiptWords[language],
    merchant: isolated(merchantName, direction),
    price: (amount: number) => isolated(formatAmount(amount, currency, language), direction),
    when: format.format(new Date(paidAt)),
  };
}
