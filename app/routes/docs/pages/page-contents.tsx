/** The sections of a long page, beside it on wide screens. */
export function PageContents({ sections }: { sections: readonly { anchor: string; title: string }[] }) {
  return (
    <nav aria-label="On this page" className="sticky top-6 hidden self-start text-sm min-[88rem]:block">
      <p className="mb-1 font-semibold">On this page</p>
      <ul className="border-l border-line">
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} className="block py-1.5 pl-3 text-ink-soft hover:text-ink hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
