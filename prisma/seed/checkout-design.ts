import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { publishDesignDraft, saveDesignDraft } from '~/merchants/checkout-design/design-versions';
import { addCheckoutLogo } from '~/merchants/checkout-design/checkout-logos';

/** Designs the demo merchant's test checkout. */
export async function seedDesign({
  accountId,
  userId: by,
}: {
  accountId: string;
  userId: string;
}): Promise<void> {
  const logo = await addCheckoutLogo({ accountId, by, bytes: Buffer.from(harbourTeaLogo) });
  const design = {
    ...defaultDesign,
    accent: '#0b5f5a',
    font: 'nunito' as const,
    logoId: typeof logo === 'string' ? null : logo.logoId,
    companyInfo: 'Harbour Tea Trading GmbH\nAm Sandtorkai 3\n20457 Hamburg, Germany',
    supportEmail: 'help@harbour-tea.example',
    supportPhone: '+49 40 765432',
    supportUrl: 'https://harbour-tea.example/help',
    termsUrl: 'https://harbour-tea.example/terms',
    privacyUrl: 'https://harbour-tea.example/privacy',
  };
  const draft = { accountId, environment: 'test' as const, by };
  const saved = await saveDesignDraft({ ...draft, revision: '', design });
  if (saved !== 'changed') await publishDesignDraft({ ...draft, ...saved });
}

/** A cup at anchor: steam, the cup with its handle, and waves. For light and dark pages. */
const harbourTeaLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
  <rect width="96" height="96" rx="22" fill="#0b5f5a"/>
  <g fill="none" stroke="#f6efe2" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
    <path d="M38 16c-5 5 5 8 0 14M52 16c-5 5 5 8 0 14"/>
    <path d="M24 38h42v12a18 18 0 0 1-18 18h-6a18 18 0 0 1-18-18z" fill="#f6efe2"/>
    <path d="M66 42h4a8 8 0 0 1 0 16h-5"/>
    <path d="M16 80c6-5 10-5 16 0s10 5 16 0 10-5 16 0 10 5 16 0" stroke="#e3a857"/>
  </g>
</svg>`;
