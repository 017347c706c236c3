import { ArrowLeftRight, SlidersHorizontal } from 'lucide-react';
import { type ReactNode } from 'react';
import { BarChart } from '~/ui/content/bar-chart';
import { CardNumber } from '~/ui/content/card-number';
import { CodeBlock, CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { CopyableReference } from '~/ui/content/copyable-reference';
import { Sparkline } from '~/ui/content/sparkline';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime, Time, TodayContext } from '~/ui/content/time';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { RadioField } from '~/ui/forms/radio-field';
import { SegmentedControl } from '~/ui/forms/segmented-control';
import { SelectField } from '~/ui/forms/select-field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { ToolbarMenu } from '~/ui/forms/toolbar-menu';
import { Banner } from '~/ui/layout/banner';
import { EmptyState } from '~/ui/layout/empty-state';
import { FoldedPanel } from '~/ui/layout/folded-panel';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { ProgressSteps } from '~/ui/layout/progress-steps';
import { AmountBreakdownBar } from '~/ui/transactions/amount-breakdown-bar';
import { requireDemo } from './demo-mode';

/** Every part of the interface in every state (docs/design-system.md). */
export function loader() {
  requireDemo();
  return null;
}

export const meta = pageTitle('Design');

const tones = ['positive', 'caution', 'negative', 'accent', 'neutral'] as const;
const now = new Date('2026-11-26T14:30:00Z');
const rows = [
  { id: 'trx_01m8bsfab8ckk9ahgy2997t1mn6nnf11e4ga', amount: 10_250, age: 0, tone: tones[0] },
  { id: 'HT-20903', amount: 2_590, age: 1, tone: tones[2] },
  { id: 'order-2025-000123456789', amount: 123_456_789, age: 400, tone: tones[3] },
];

export default function Design() {
  return (
    <TodayContext.Provider value="2026-11-26">
      <main id="content" tabIndex={-1} className="mx-auto max-w-6xl space-y-6 px-4 py-6 outline-none sm:px-8">
        <PageHeader
          title="Design"
          lead="Every part of the interface in every state."
          action={<Button size="small">Main action</Button>}
        />
        <Part title="Buttons">
          <Row>
            {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
              <Button key={variant} variant={variant}>
                {variant}
              </Button>
            ))}
            <Button pending>pending</Button>
          </Row>
          <Row>
            {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
              <Button key={variant} variant={variant} size="small">
                {variant}, small
              </Button>
            ))}
            <TextLink to="#buttons">Text link</TextLink>
          </Row>
        </Part>
        <Part title="Badges and banners">
          <Row>
            {tones.map((tone) => (
              <Badge key={tone} tone={tone} text={tone} />
            ))}
          </Row>
          {(['info', 'positive', 'caution', 'negative'] as const).map((tone) => (
            <Banner key={tone} tone={tone} title={`Message: ${tone}`}>
              What happened, and what to do.
            </Banner>
          ))}
        </Part>
        <FieldsPart />
        <Part title="A list, and its toolbar">
          <div className="relative flex gap-2">
            <ToolbarMenu title="Filters" icon={SlidersHorizontal}>
              Fields of the filter
            </ToolbarMenu>
          </div>
          <Table
            isList
            caption="A list"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Amount',
                align: 'right',
                cell: ({ amount }) => (
                  <TextLink to="#list" className="row-link">
                    <Money amount={amount} currency="EUR" />
                  </TextLink>
                ),
              },
              { title: 'Status', cell: ({ tone }) => <Badge tone={tone} text={tone} /> },
              { title: 'Reference', cell: ({ id }) => <CopyableReference text={id} label="reference" /> },
              { title: 'Card', cell: () => <CardNumber brand="visa" lastFour="4242" /> },
              {
                title: 'Created',
                cell: ({ age }) => <ShortTime at={new Date(now.getTime() - age * 86_400_000)} />,
              },
            ]}
          />
        </Part>
        <Part title="Details and amounts">
          <AmountBreakdownBar
            currency="EUR"
            parts={[
              { kind: 'captured', amount: 6_000 },
              { kind: 'remaining', amount: 3_000 },
              { kind: 'expired', amount: 1_250 },
            ]}
          />
          <DescriptionList
            items={[
              ['Transaction ID', <CopyValue key="id" value={rows[0]!.id} label="transaction ID" isSmall />],
              ['Created', <Time key="time" at={now} />],
              ['Empty', null],
            ]}
          />
          <CopyValue value={rows[0]!.id} label="value" />
          <CodeBlock code="curl https://api.example" label="A request" />
        </Part>
        <Part title="A chart">
          <BarChart
            title="Captured by day"
            formatScale={(size) => `€${size}`}
            legend={[
              { name: 'Approved', tone: 'positive' },
              { name: 'Declined', tone: 'negative' },
            ]}
            bars={[3, 0, 5, 8, 2].map((size, i) => ({
              label: `Nov ${i + 1}`,
              text: `${size} approved`,
              pieces: [
                { size, tone: 'positive' },
                { size: size && 1, tone: 'negative' },
              ],
            }))}
          />
          <Sparkline values={[3, 0, 5, 8, 2]} />
          <Sparkline values={[null, 4, 5, null, 8, null, 2, 3]} />
        </Part>
        <ProgressSteps
          steps={[
            { title: 'A step that is done', done: true, text: 'Its result' },
            { title: 'The next step', done: false, text: <TextLink to="#steps">What to do</TextLink> },
          ]}
        />
        <FoldedPanel title="A folded panel">What only some people need.</FoldedPanel>
        <EmptyState icon={ArrowLeftRight} title="Nothing yet" action={<Button>The next step</Button>}>
          What will appear here.
        </EmptyState>
      </main>
    </TodayContext.Provider>
  );
}

function FieldsPart() {
  const error = 'Enter a date in the future';
  const options = [
    { value: 'one', text: 'One' },
    { value: 'two', text: 'Two' },
  ];
  return (
    <Part title="Fields">
      <ErrorSummary errors={[{ fieldId: 'wrong', message: error }]} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="text" label="Text" hint="With a hint" />
        <Field name="wrong" label="Text with an error" error={error} defaultValue="yesterday" />
        <Field name="optional" label="Text" optional />
        <Field name="disabled" label="Disabled text" disabled defaultValue="fixed" />
        <SelectField name="select" label="Choice" options={options} />
        <TextAreaField name="area" label="Long text" rows={2} />
        <RadioField name="radio" label="One of several" options={options} defaultValue="one" />
        <CheckboxField name="checkbox" label="A checkbox" error={error} />
        <SegmentedControl legend="A few options" name="segmented" options={options} defaultValue="one" />
      </div>
    </Part>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <div className="space-y-4">{children}</div>
  </Panel>
);

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
