import type { Language } from '~/platform/text/languages';

const skipLinkLabels: Record<Language, string> = {
  en: 'Skip to content',
  de: 'Zum Inhalt springen',
  fr: 'Aller au contenu',
  es: 'Ir al contenido',
  pt: 'Ir para o conteúdo',
  it: 'Vai al contenuto',
  nl: 'Naar de inhoud',
  pl: 'Przejdź do treści',
  ja: '本文へ移動',
  ar: 'الانتقال إلى المحتوى',
};

/** Lets keyboard users skip what is the same on every page. */
export function SkipLink({ language }: { language: Language }) {
  return (
    <a
      href="#content"
      className="absolute start-4 z-10 -translate-y-full rounded-b-lg bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
    >
      {skipLinkLabels[language]}
    </a>
  );
}
