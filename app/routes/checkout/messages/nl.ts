import type { CheckoutMessages } from './en';

export const nl: CheckoutMessages = {
  testEnvironment: 'Testomgeving.',
  simulatedLive: 'Gesimuleerde live-omgeving.',
  noRealMoney: 'Er wordt geen echt geld afgeschreven.',
  environment: 'Omgeving',
  servedBy: (brand) => `Kaartbetalingen via ${brand}`,
  language: 'Taal',

  amountToPay: 'Te betalen bedrag',
  order: {
    caption: 'Bestelgegevens',
    item: 'Artikel',
    amount: 'Bedrag',
    total: 'Totaal',
    tax: 'Belasting',
    adjustment: 'Correctie',
    folded: (count) => `Uw bestelling: ${count} artikelen`,
  },

  card: {
    heading: 'Betalen met kaart',
    number: 'Kaartnummer',
    expiry: 'Vervaldatum',
    expiryHint: 'Bijvoorbeeld 08/29',
    code: 'Beveiligingscode',
    codeHint: '3 of 4 cijfers',
    codeOnBack: '3 cijfers op de achterkant',
    codeOnFront: '4 cijfers op de voorkant',
    name: 'Naam op de kaart',
  },
  savedCards: {
    choose: 'Kies een kaart',
    expires: (date) => `Geldig tot ${date}`,
    another: 'Een andere kaart gebruiken',
    remove: 'Verwijderen',
    removed: 'De kaart is verwijderd.',
    declinedCardRemoved:
      'De geweigerde opgeslagen kaart kan niet meer worden gebruikt en wordt niet meer aangeboden.',
    confirm: 'Kaart verwijderen',
    keep: 'Kaart behouden',
    chargesEnd: (merchant) =>
      `${merchant} kan dan geen bedragen meer van deze kaart afschrijven. Eerdere betalingen veranderen niet.`,
    mustEnter: (merchant) =>
      `Om ${merchant} opnieuw met deze kaart te betalen, moet u de kaart invullen. Eerdere betalingen veranderen niet.`,
  },
  billing: {
    heading: 'Factuuradres',
    hint: 'Zoals op uw kaartafschrift. Uw bank kan het controleren.',
    optional: '(optioneel)',
    country: 'Land of regio',
    chooseCountry: 'Kies een land',
    address_1: 'Straat en huisnummer',
    address_2: 'Appartement, verdieping of toevoeging',
    postal_code: 'Postcode',
    city: 'Plaats',
    state: 'Staat, provincie of regio',
    email: 'E-mailadres',
    emailHint: 'Wij sturen uw betaalbewijs naar dit adres.',
    testReceipts: 'Testbetaalbewijzen gaan alleen naar leden van het team van de verkoper.',
  },
  pay: {
    pay: (amount) => `${amount} betalen`,
    order: (amount) => `Bestellen en ${amount} betalen`,
    book: (amount) => `Boeken en ${amount} betalen`,
    donate: (amount) => `${amount} doneren`,
    subscribe: (amount) => `Abonneren en ${amount} betalen`,
  },
  payingNow: 'Bezig met betalen…',
  progress: [
    'We nemen contact op met uw bank. Sluit deze pagina niet.',
    'We wachten nog op uw bank. Sluit deze pagina niet.',
    'Uw bank doet er langer over dan normaal. Sluit deze pagina niet en begin niet opnieuw.',
  ],
  cancel: (merchant) => `Annuleren en terug naar ${merchant}`,

  error: 'Fout:',
  problem: 'Controleer uw gegevens',
  cardErrors: {
    number_missing: 'Vul het kaartnummer in',
    number_wrong: 'Controleer het kaartnummer: er is een cijfer onjuist of er ontbreekt een cijfer',
    number_unknown: 'Uw bank herkent dit kaartnummer niet. Controleer het.',
    expiry_missing: 'Vul de vervaldatum in',
    expiry_wrong: 'Vul de maand en het jaar van de vervaldatum in, bijvoorbeeld 08/29',
    expiry_far: 'Controleer het jaar van de vervaldatum',
    expiry_past: 'Deze kaart is verlopen. Gebruik een andere kaart.',
    expiry_refused:
      'Volgens uw bank is deze kaart verlopen. Controleer de datum of gebruik een andere kaart.',
    code_missing: 'Vul de beveiligingscode in',
    code_wrong: 'De beveiligingscode bestaat uit 3 of 4 cijfers',
    code_not_3: 'De beveiligingscode van deze kaart bestaat uit 3 cijfers',
    code_not_4: 'De beveiligingscode van deze kaart bestaat uit 4 cijfers',
    code_refused: 'De beveiligingscode klopt niet. Controleer de code op uw kaart.',
    name_missing: 'Vul de naam in die op de kaart staat',
    name_is_number: 'Vul hier de naam in die op de kaart staat, niet het kaartnummer',
    country_missing: 'Kies uw land',
    address_missing: 'Vul uw straat en huisnummer in',
    postal_code_missing: 'Vul uw postcode in',
    postal_code_wrong: 'Controleer de postcode. Die past niet bij het gekozen land.',
    city_missing: 'Vul uw plaats in',
    state_missing: 'Vul uw staat, provincie of regio in',
    email_missing: 'Vul uw e-mailadres in',
    email_wrong: 'Vul een e-mailadres in, zoals naam@example.com',
    billing_is_number: 'Vul hier niet het kaartnummer in',
    consent_missing: 'Vink het vakje aan om akkoord te gaan',
    test_card_required:
      'Hier werken alleen testkaarten, dus van deze kaart is niets afgeschreven. Vraag de winkel om een testkaart. Is het uw winkel, dan vindt u testkaarten in de documentatie onder ‘Test cards’.',
    test_card_refused:
      'Dit is een testkaart, die niet werkt voor echte betalingen. Gebruik een andere kaart.',
  },
  notTaken: 'Er is niets van uw kaart afgeschreven',
  declined: 'Uw betaling is geweigerd. Er is niets van uw kaart afgeschreven.',
  reasons: {
    authentication_failed:
      'Uw bank kon niet bevestigen dat u het bent. Probeer het opnieuw of gebruik een andere kaart.',
    technical_problem:
      'Door een technisch probleem kon niet worden betaald. Probeer het opnieuw of gebruik een andere kaart.',
    insufficient_funds: 'Het saldo van deze kaart is ontoereikend. Probeer een andere kaart.',
    declined: 'Uw bank heeft deze kaart geweigerd. Probeer een andere kaart of neem contact op met uw bank.',
    saved_card_unavailable: 'Deze opgeslagen kaart is niet meer beschikbaar. Gebruik een andere kaart.',
    out_of_date: 'Deze pagina was verouderd. Vul uw kaartgegevens opnieuw in.',
    unavailable: 'Deze winkel kan op dit moment geen kaartbetalingen ontvangen. Probeer het later opnieuw.',
    link_completed:
      'Deze betaallink heeft het maximale aantal betalingen bereikt. Er is niets van uw kaart afgeschreven.',
    offline:
      'U bent offline, dus er is niets van uw kaart afgeschreven. Controleer uw verbinding en probeer het opnieuw.',
    card_limit_reached:
      'Er waren te veel pogingen met deze kaart. Gebruik een andere kaart of probeer het over een uur opnieuw.',
    address_limit_reached:
      'Er zijn via uw internetverbinding te veel kaarten geprobeerd. Probeer het over tien minuten opnieuw.',
    proof_needed:
      'Ter bescherming tegen kaartfraude vereist deze pagina op dit moment JavaScript. Schakel JavaScript in en vul uw kaartgegevens opnieuw in, of probeer het over tien minuten opnieuw.',
  },
  enterCardAgain: 'Vul uw kaartgegevens opnieuw in. Voor uw veiligheid bewaart deze pagina ze niet.',
  enterAgain:
    'Vul uw kaartnummer en beveiligingscode opnieuw in. Voor uw veiligheid bewaart deze pagina ze niet.',
  attemptsLeft: (count) => (count === 1 ? 'U hebt nog één poging.' : `U hebt nog ${count} pogingen.`),

  titles: {
    form: (merchant) => `Betaling aan ${merchant}`,
    declined: 'Betaling geweigerd',
    remove_card: 'Deze kaart verwijderen?',
    paying: 'Wachten op uw bank',
    authenticate: 'Bevestig bij uw bank',
    paid: 'Betaling voltooid',
    refunded: 'Bedrag terugbetaald',
    released: 'Er is niets van uw kaart afgeschreven',
    expired: 'Deze betaalpagina is verlopen',
    blocked: 'Te veel pogingen',
    cancelled: 'Deze betaling is geannuleerd',
    unknown: 'We kunnen deze betaling niet vinden',
    failed: 'Er is bij ons iets misgegaan',
  },
  paying: {
    unknown: (amount) => `Uw bank heeft uw betaling van ${amount} nog niet bevestigd. Betaal niet opnieuw.`,
    goesOn: 'Deze pagina controleert dit om de paar seconden en gaat automatisch verder.',
    checkAgain: 'Nu controleren',
    checkedJustNow: 'Zojuist gecontroleerd.',
  },
  authenticate: {
    explain: (amount: string) => `Uw bank vraagt u om de betaling van ${amount} te bevestigen.`,
    earlier:
      'Deze bevestiging hoort bij uw vorige poging. Van de kaart die u net hebt ingevuld, is niets afgeschreven.',
    goOn: 'Doorgaan naar uw bank',
  },
  paid: {
    taken: (amount, merchant) => `U hebt ${amount} betaald aan ${merchant}.`,
    held: (amount, merchant) => `Er is ${amount} op uw kaart gereserveerd voor ${merchant}.`,
    released: (amount, merchant) =>
      `De reservering van ${amount} voor ${merchant} is beëindigd. Uw bank kan die nog enkele dagen tonen.`,
    refunded: (amount) =>
      `Er is ${amount} terugbetaald. Meestal staat het bedrag na 5 tot 10 werkdagen op uw kaart.`,
    chargedBack: (amount) => `Uw bank heeft ${amount} aan u teruggegeven.`,
    notAgain: 'U hoeft niet opnieuw te betalen.',
    already: 'De betaling was al voltooid. Voor uw laatste poging is niets afgeschreven.',
    receipt: 'U krijgt een betaalbewijs per e-mail.',
  },
  link: {
    amount: 'Bedrag',
    amountRange: (min: string, max: string) => `Van ${min} tot en met ${max}`,
    quantityOf: (item: string) => `Aantal: ${item}`,
    quantityRange: (min: number, max: number) => `${min} tot en met ${max}`,
    goOn: 'Verder naar betalen',
    amountWrong: (min: string, max: string) => `Vul een bedrag van ${min} tot en met ${max} in`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Vul voor ${item} een aantal van ${min} tot en met ${max} in`,
    nothingChosen: 'Kies minstens één artikel',
    amountUnclear: (currency: string, example: string) =>
      `Vul een bedrag in ${currency} in, bijvoorbeeld ${example}`,
    more: (item: string) => `Eén meer: ${item}`,
    less: (item: string) => `Eén minder: ${item}`,
    paid: 'Deze betaallink is al betaald',
    inProgress: 'Er wordt op dit moment met deze link betaald',
    whyInProgress:
      'Er is niets van uw kaart afgeschreven. Betaalt u in een ander tabblad? Rond de betaling daar af. Probeer het anders later opnieuw. De betaling kan tot 15 minuten duren.',
    tryAgain: 'Opnieuw proberen',
    alreadyPaid: (merchant: string) =>
      `U hoeft niet nog een keer te betalen. Hebt u niet zelf betaald? Neem dan contact op met ${merchant}.`,
    unusable: 'Deze betaallink kan niet worden gebruikt',
    whyUnusable: (merchant: string) =>
      `De link is verlopen of uitgeschakeld, of heeft het maximale aantal betalingen bereikt. Hebt u al betaald? Dan hoeft u niets te doen. Vraag ${merchant} anders om een nieuwe link.`,
    ended: (merchant: string) =>
      `Deze betaallink kan niet meer worden gebruikt. Wilt u betalen? Vraag ${merchant} dan om een nieuwe link.`,
    reversed: (merchant: string) =>
      `De betaling via deze link is geannuleerd of terugbetaald. Wilt u betalen? Vraag ${merchant} dan om een nieuwe link.`,
    tooManyVisits: 'Er waren te veel bezoeken via uw verbinding. Probeer het over tien minuten opnieuw.',
    notChargedHere: 'Op deze pagina is er niets van uw kaart afgeschreven.',
    notPaid: 'U hebt niet betaald. Er is niets van uw kaart afgeschreven.',
    change: 'Wijzigen',
    startAgain: 'Opnieuw beginnen',
    seeConfirmation: 'Bevestiging bekijken',
    reference: (reference: string) => `Uw referentie: ${reference}`,
  },
  takingYouBack: 'U gaat terug naar de winkel.',
  goOnTo: (merchant) => `Doorgaan naar ${merchant}`,
  backTo: (merchant) => `Terug naar ${merchant}`,
  expired: (merchant) => `Er is niets van uw kaart afgeschreven. Ga terug naar ${merchant} en begin opnieuw.`,
  blocked: (merchant) =>
    `Geen van de pogingen is gelukt en er is niets van uw kaart afgeschreven. Ga terug naar ${merchant} om opnieuw te beginnen of anders te betalen.`,
  cancelled: (merchant) =>
    `Er is niets van uw kaart afgeschreven en u kunt op deze pagina niet meer betalen. Ga terug naar ${merchant} om opnieuw te beginnen.`,
  unknown: {
    why: 'De link is mogelijk onvolledig of verouderd.',
    whatNow:
      'Hebt u al betaald? Zoek dan naar een betaalbewijs of vraag het de winkel voordat u opnieuw betaalt. Ga anders terug naar de winkel en begin de betaling opnieuw.',
  },
  failed: {
    maybePaid:
      'Als u al op de betaalknop hebt geklikt, is uw betaling mogelijk gelukt. Vul uw kaartgegevens niet opnieuw in voordat u dit hebt gecontroleerd.',
    openAgain: 'Laad deze pagina zo meteen opnieuw om te zien of u hebt betaald.',
    checkAgain: 'Deze pagina opnieuw laden',
  },

  support: {
    heading: (merchant) => `Contact met ${merchant}`,
    email: 'E-mail',
    phone: 'Telefoon',
    website: 'Website',
    terms: 'Voorwaarden',
    privacy: 'Privacy',
  },
};
