import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { AnchoredHeading } from '~/ui/content/anchored-heading';
import { CodeBlock } from '~/ui/content/code-block';
import { InlineCode } from '~/ui/content/inline-code';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import type { GuideCode } from './guides.server';
import { getHeadingAnchor } from './heading-anchor';

/** Renders Markdown tokens as our page elements. An unsupported token is an error in the guide. */
export function MarkdownProse({ blocks }: { blocks: readonly Token[] }) {
  return <div className="space-y-5">{blocks.map(renderBlock)}</div>;
}

/** Inline Markdown: code, links, and emphasis. */
function renderInline(tokens: readonly Token[] = []): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{renderInlineToken(token)}</Fragment>);
}

function renderBlock(token: Token, index: number): ReactNode {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <Heading key={index} {...(token as Tokens.Heading)} />;
    case 'paragraph':
      return (
        <p key={index} className="max-w-3xl">
          {renderInline(token.tokens)}
        </p>
      );
    case 'code':
      return <Code key={index} {...(token as unknown as GuideCode)} />;
    case 'list':
      return <List key={index} {...(token as Tokens.List)} />;
    case 'table':
      return <GuideTable key={index} {...(token as Tokens.Table)} />;
    default:
      throw new Error(`a guide contains Markdown that cannot be rendered: ${token.type}`);
  }
}

function Heading({ text, tokens, depth }: Tokens.Heading) {
  return (
    <AnchoredHeading
      level={depth === 2 ? 2 : 3}
      anchor={getHeadingAnchor(text)}
      title={toPlainText(text)}
      className={`font-semibold tracking-tight ${depth === 2 ? 'pt-5 text-xl' : 'pt-2 text-lg'}`}
    >
      {renderInline(tokens)}
    </AnchoredHeading>
  );
}

function Code({ lang, code }: GuideCode) {
  return <CodeBlock label={lang.replace(/^\w+ /, '')} code={code} />;
}

/** A heading's or a column's text without its code marks. */
const toPlainText = (text: string) => text.replaceAll('`', '');

/** The headings with their anchors. */
export const listHeadings = (blocks: readonly Token[]) =>
  blocks
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ text }) => ({ anchor: getHeadingAnchor(text), title: toPlainText(text) }));

function List({ ordered, items }: Tokens.List) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={`max-w-3xl space-y-2 pl-6 ${ordered ? 'list-decimal' : 'list-disc'}`}>
      {items.map((item, index) => (
        <li key={index} className="pl-1">
          {item.tokens.map((token, part) => (
            <Fragment key={part}>
              {token.type === 'text' ? renderInline((token as Tokens.Text).tokens) : renderBlock(token, part)}
            </Fragment>
          ))}
        </li>
      ))}
    </Tag>
  );
}

function GuideTable({ header, rows }: Tokens.Table) {
  const columns = header.map(({ text }, index) => ({
    title: toPlainText(text),
    cell: (cells: Tokens.TableCell[]) => renderInline(cells[index]?.tokens),
  }));
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <Table
        caption={columns.map(({ title }) => title).join(', ')}
        columns={columns}
        rows={rows}
        rowKey={(cells) => cells.map(({ text }) => text).join(' ')}
      />
    </div>
  );
}

function renderInlineToken(token: Token): ReactNode {
  switch (token.type) {
    case 'codespan':
      return <InlineCode>{(token as Tokens.Codespan).text}</InlineCode>;
    case 'strong':
      return <strong className="font-semibold">{renderInline(token.tokens)}</strong>;
    case 'em':
      return <em>{renderInline(token.tokens)}</em>;
    case 'link':
      return <ProseLink {...(token as Tokens.Link)} />;
    default:
      return (token as Tokens.Text).text;
  }
}

function ProseLink({ href, tokens }: Tokens.Link) {
  return (
    <TextLink to={href} reloadDocument={!href.startsWith('/docs')}>
      {renderInline(tokens)}
    </TextLink>
  );
}
