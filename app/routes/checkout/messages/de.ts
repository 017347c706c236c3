import type { CheckoutMessages } from './en';

export const de: CheckoutMessages = {
  testEnvironment: 'Testumgebung.',
  simulatedLive: 'Simulierte Live-Umgebung.',
  noRealMoney: 'Es fließt kein echtes Geld.',
  environment: 'Umgebung',
  servedBy: (brand) => `Zahlungsabwicklung durch ${brand}`,
  language: 'Sprache',

  amountToPay: 'Zu zahlender Betrag',
  order: {
    caption: 'Bestellübersicht',
    item: 'Artikel',
    amount: 'Betrag',
    total: 'Summe',
    tax: 'Steuer',
    adjustment: 'Anpassung',
    folded: (count) => `Ihre Bestellung: ${count} Artikel`,
  },

  card: {
    heading: 'Mit Karte zahlen',
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    expiryHint: 'Zum Beispiel 08/29',
    code: 'Sicherheitscode',
    codeHint: '3 oder 4 Ziffern',
    codeOnBack: '3 Ziffern, Rückseite',
    codeOnFront: '4 Ziffern, Vorderseite',
    name: 'Name auf der Karte',
  },
  savedCards: {
    choose: 'Karte auswählen',
    expires: (date) => `Gültig bis ${date}`,
    another: 'Andere Karte verwenden',
    remove: 'Entfernen',
    removed: 'Die Karte wurde entfernt.',
    declinedCardRemoved:
      'Die abgelehnte gespeicherte Karte kann nicht mehr verwendet werden und wird nicht mehr angeboten.',
    confirm: 'Karte entfernen',
    keep: 'Karte behalten',
    chargesEnd: (merchant) =>
      `${merchant} kann diese Karte dann nicht mehr belasten. An bisherigen Zahlungen ändert sich nichts.`,
    mustEnter: (merchant) =>
      `Um ${merchant} wieder mit dieser Karte zu bezahlen, müssen Sie sie neu eingeben. An bisherigen Zahlungen ändert sich nichts.`,
  },
  billing: {
    heading: 'Rechnungsadresse',
    hint: 'Wie auf Ihrer Kartenabrechnung. Ihre Bank kann sie prüfen.',
    optional: '(optional)',
    country: 'Land oder Region',
    chooseCountry: 'Land auswählen',
    address_1: 'Straße und Hausnummer',
    address_2: 'Adresszusatz',
    postal_code: 'Postleitzahl',
    city: 'Ort',
    state: 'Bundesland, Provinz oder Region',
    email: 'E-Mail-Adresse',
    emailHint: 'An diese Adresse senden wir Ihren Beleg.',
    testReceipts: 'Testbelege gehen nur an Mitglieder des Händlerteams.',
  },
  pay: {
    pay: (amount) => `${amount} zahlen`,
    order: (amount) => `Zahlungspflichtig bestellen: ${amount}`,
    book: (amount) => `Zahlungspflichtig buchen: ${amount}`,
    donate: (amount) => `${amount} spenden`,
    subscribe: (amount) => `Zahlungspflichtig abonnieren: ${amount}`,
  },
  payingNow: 'Die Zahlung läuft …',
  progress: [
    'Ihre Bank wird kontaktiert. Schließen Sie diese Seite nicht.',
    'Wir warten noch auf Ihre Bank. Schließen Sie diese Seite nicht.',
    'Ihre Bank braucht länger als üblich. Schließen Sie diese Seite nicht, und beginnen Sie nicht von vorn.',
  ],
  cancel: (merchant) => `Abbrechen und zurück zu ${merchant}`,

  error: 'Fehler:',
  problem: 'Bitte prüfen Sie Ihre Angaben',
  cardErrors: {
    number_missing: 'Geben Sie die Kartennummer ein',
    number_wrong: 'Prüfen Sie die Kartennummer: Eine Ziffer ist falsch oder fehlt',
    number_unknown: 'Ihre Bank kennt diese Kartennummer nicht. Bitte prüfen Sie sie.',
    expiry_missing: 'Geben Sie ein, bis wann die Karte gültig ist',
    expiry_wrong: 'Geben Sie Monat und Jahr ein, zum Beispiel 08/29',
    expiry_far: 'Prüfen Sie das Jahr, bis zu dem die Karte gültig ist',
    expiry_past: 'Diese Karte ist abgelaufen. Bitte verwenden Sie eine andere.',
    expiry_refused:
      'Laut Ihrer Bank ist diese Karte abgelaufen. Prüfen Sie das Datum oder verwenden Sie eine andere Karte.',
    code_missing: 'Geben Sie den Sicherheitscode ein',
    code_wrong: 'Der Sicherheitscode hat 3 oder 4 Ziffern',
    code_not_3: 'Der Sicherheitscode dieser Karte hat 3 Ziffern',
    code_not_4: 'Der Sicherheitscode dieser Karte hat 4 Ziffern',
    code_refused: 'Der Sicherheitscode stimmt nicht. Bitte sehen Sie auf Ihrer Karte nach.',
    name_missing: 'Geben Sie den Namen ein, der auf der Karte steht',
    name_is_number: 'Geben Sie hier den Namen auf der Karte ein, nicht ihre Nummer',
    country_missing: 'Wählen Sie Ihr Land aus',
    address_missing: 'Geben Sie Straße und Hausnummer ein',
    postal_code_missing: 'Geben Sie Ihre Postleitzahl ein',
    postal_code_wrong: 'Prüfen Sie die Postleitzahl. Sie passt nicht zum ausgewählten Land.',
    city_missing: 'Geben Sie Ihren Ort ein',
    state_missing: 'Geben Sie Bundesland, Provinz oder Region ein',
    email_missing: 'Geben Sie Ihre E-Mail-Adresse ein',
    email_wrong: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein',
    billing_is_number: 'Geben Sie hier nicht die Kartennummer ein',
    consent_missing: 'Setzen Sie das Häkchen, um zuzustimmen',
    test_card_required:
      'Hier funktionieren nur Testkarten; diese Karte wurde nicht belastet. Der Shop kann Ihnen eine Testkarte nennen. Ist es Ihr Shop, finden Sie Testkarten in der Dokumentation unter „Test cards“.',
    test_card_refused:
      'Das ist eine Testkarte, hier fließt aber echtes Geld. Bitte verwenden Sie eine andere Karte.',
  },
  notTaken: 'Es wurde kein Geld abgebucht',
  declined: 'Die Zahlung wurde abgelehnt. Es wurde kein Geld abgebucht.',
  reasons: {
    authentication_failed:
      'Ihre Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es noch einmal oder verwenden Sie eine andere Karte.',
    technical_problem:
      'Ein technisches Problem hat die Zahlung verhindert. Versuchen Sie es erneut, oder nehmen Sie eine andere Karte.',
    insufficient_funds:
      'Diese Karte ist nicht ausreichend gedeckt. Bitte versuchen Sie es mit einer anderen Karte.',
    declined:
      'Ihre Bank hat diese Karte abgelehnt. Versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank.',
    saved_card_unavailable:
      'Diese gespeicherte Karte ist nicht mehr verfügbar. Bitte verwenden Sie eine andere.',
    out_of_date: 'Diese Seite war nicht mehr aktuell. Bitte geben Sie Ihre Kartendaten noch einmal ein.',
    unavailable:
      'Dieser Shop kann zurzeit keine Kartenzahlungen annehmen. Bitte versuchen Sie es später noch einmal.',
    link_completed:
      'Dieser Zahlungslink hat die maximale Anzahl von Zahlungen erreicht. Ihre Karte wurde nicht belastet.',
    offline:
      'Sie sind offline, daher wurde Ihre Karte nicht belastet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    card_limit_reached:
      'Mit dieser Karte gab es zu viele Versuche. Verwenden Sie eine andere Karte, oder versuchen Sie es in einer Stunde noch einmal.',
    address_limit_reached:
      'Über Ihre Internetverbindung wurden zu viele Karten ausprobiert. Versuchen Sie es in zehn Minuten noch einmal.',
    proof_needed:
      'Zum Schutz vor Kartenbetrug ist auf dieser Seite zurzeit JavaScript erforderlich. Aktivieren Sie JavaScript und geben Sie Ihre Kartendaten noch einmal ein, oder versuchen Sie es in zehn Minuten noch einmal.',
  },
  enterCardAgain:
    'Bitte geben Sie Ihre Kartendaten noch einmal ein. Zu Ihrer Sicherheit behält diese Seite sie nicht.',
  enterAgain:
    'Bitte geben Sie Kartennummer und Sicherheitscode noch einmal ein. Zu Ihrer Sicherheit behält diese Seite sie nicht.',
  attemptsLeft: (count) =>
    count === 1 ? 'Sie haben noch einen Versuch.' : `Sie haben noch ${count} Versuche.`,

  titles: {
    form: (merchant) => `Zahlung an ${merchant}`,
    declined: 'Zahlung abgelehnt',
    remove_card: 'Diese Karte entfernen?',
    paying: 'Wir warten auf Ihre Bank',
    authenticate: 'Bei Ihrer Bank bestätigen',
    paid: 'Zahlung abgeschlossen',
    refunded: 'Zahlung erstattet',
    released: 'Ihre Karte wurde nicht belastet',
    expired: 'Diese Zahlungsseite ist abgelaufen',
    blocked: 'Zu viele Versuche',
    cancelled: 'Diese Zahlung wurde abgebrochen',
    unknown: 'Wir finden diese Zahlung nicht',
    failed: 'Bei uns ist ein Fehler aufgetreten',
  },
  paying: {
    unknown: (amount) =>
      `Ihre Bank hat uns noch nicht mitgeteilt, ob die Zahlung von ${amount} ausgeführt wurde. Bitte zahlen Sie nicht noch einmal.`,
    goesOn: 'Diese Seite prüft alle paar Sekunden den Stand und leitet Sie automatisch weiter.',
    checkAgain: 'Jetzt prüfen',
    checkedJustNow: 'Gerade geprüft.',
  },
  authenticate: {
    explain: (amount: string) => `Ihre Bank bittet Sie, die Zahlung von ${amount} zu bestätigen.`,
    earlier:
      'Diese Bestätigung gehört zu Ihrem vorherigen Versuch. Die gerade eingegebene Karte wurde nicht belastet.',
    goOn: 'Weiter zu Ihrer Bank',
  },
  paid: {
    taken: (amount, merchant) => `Sie haben ${amount} an ${merchant} gezahlt.`,
    held: (amount, merchant) => `Der Betrag von ${amount} ist auf Ihrer Karte für ${merchant} reserviert.`,
    released: (amount, merchant) =>
      `Die Reservierung von ${amount} für ${merchant} ist beendet. Ihre Bank zeigt sie eventuell noch einige Tage an.`,
    refunded: (amount) =>
      `Der Betrag von ${amount} wurde erstattet. Bis das Geld auf Ihrer Karte ankommt, dauert es meist 5 bis 10 Bankarbeitstage.`,
    chargedBack: (amount) => `Ihre Bank hat Ihnen ${amount} zurückgegeben.`,
    notAgain: 'Sie müssen nicht noch einmal zahlen.',
    already: 'Die Zahlung war schon abgeschlossen. Bei Ihrem letzten Versuch wurde nichts abgebucht.',
    receipt: 'Sie erhalten einen Beleg per E-Mail.',
  },
  link: {
    amount: 'Betrag',
    amountRange: (min: string, max: string) => `Von ${min} bis ${max}`,
    quantityOf: (item: string) => `Anzahl: ${item}`,
    quantityRange: (min: number, max: number) => `${min} bis ${max}`,
    goOn: 'Weiter zur Zahlung',
    amountWrong: (min: string, max: string) => `Geben Sie einen Betrag von ${min} bis ${max} ein`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Geben Sie für ${item} eine Anzahl von ${min} bis ${max} ein`,
    nothingChosen: 'Wählen Sie mindestens einen Artikel aus',
    amountUnclear: (currency: string, example: string) =>
      `Geben Sie einen Betrag in ${currency} ein, zum Beispiel ${example}`,
    more: (item: string) => `Eins mehr: ${item}`,
    less: (item: string) => `Eins weniger: ${item}`,
    paid: 'Über diesen Zahlungslink wurde bereits gezahlt',
    inProgress: 'Gerade wird über diesen Link gezahlt',
    whyInProgress:
      'Ihre Karte wurde nicht belastet. Wenn Sie in einem anderen Tab zahlen, schließen Sie die Zahlung dort ab. Versuchen Sie es sonst später noch einmal. Die Zahlung kann bis zu 15 Minuten dauern.',
    tryAgain: 'Noch einmal versuchen',
    alreadyPaid: (merchant: string) =>
      `Sie müssen nicht noch einmal zahlen. Wenn Sie nicht selbst gezahlt haben, wenden Sie sich an ${merchant}.`,
    unusable: 'Dieser Zahlungslink kann nicht verwendet werden',
    whyUnusable: (merchant: string) =>
      `Er ist abgelaufen, wurde deaktiviert oder hat die maximale Anzahl von Zahlungen erreicht. Wenn Sie schon bezahlt haben, müssen Sie nichts tun. Andernfalls bitten Sie ${merchant} um einen neuen Link.`,
    ended: (merchant: string) =>
      `Dieser Zahlungslink kann nicht mehr verwendet werden. Wenn Sie bezahlen möchten, bitten Sie ${merchant} um einen neuen Link.`,
    reversed: (merchant: string) =>
      `Die Zahlung über diesen Link wurde storniert oder erstattet. Wenn Sie bezahlen möchten, bitten Sie ${merchant} um einen neuen Link.`,
    tooManyVisits:
      'Es gab zu viele Aufrufe über Ihre Verbindung. Versuchen Sie es in zehn Minuten noch einmal.',
    notChargedHere: 'Auf dieser Seite wurde Ihre Karte nicht belastet.',
    notPaid: 'Sie haben nicht bezahlt. Ihre Karte wurde nicht belastet.',
    change: 'Ändern',
    startAgain: 'Neu beginnen',
    seeConfirmation: 'Bestätigung ansehen',
    reference: (reference: string) => `Ihre Referenz: ${reference}`,
  },
  takingYouBack: 'Wir leiten Sie zum Shop zurück.',
  goOnTo: (merchant) => `Weiter zu ${merchant}`,
  backTo: (merchant) => `Zurück zu ${merchant}`,
  expired: (merchant) =>
    `Es wurde kein Geld abgebucht. Gehen Sie zurück zu ${merchant} und beginnen Sie von vorn.`,
  blocked: (merchant) =>
    `Keiner der Versuche war erfolgreich, und es wurde kein Geld abgebucht. Gehen Sie zurück zu ${merchant}, um von vorn zu beginnen oder anders zu zahlen.`,
  cancelled: (merchant) =>
    `Es wurde kein Geld abgebucht, und auf dieser Seite kann nicht mehr gezahlt werden. Gehen Sie zurück zu ${merchant}, um von vorn zu beginnen.`,
  unknown: {
    why: 'Der Link ist vielleicht unvollständig oder veraltet.',
    whatNow:
      'Wenn Sie schon bezahlt haben, suchen Sie nach einem Beleg oder fragen Sie den Shop, bevor Sie noch einmal bezahlen. Andernfalls gehen Sie zurück zum Shop und beginnen die Zahlung von vorn.',
  },
  failed: {
    maybePaid:
      'Falls Sie die Zahlung bereits abgeschickt haben, wurde sie möglicherweise ausgeführt. Bitte geben Sie Ihre Kartendaten nicht noch einmal ein, bevor Sie das geprüft haben.',
    openAgain: 'Laden Sie diese Seite gleich noch einmal, um zu sehen, ob Sie gezahlt haben.',
    checkAgain: 'Seite neu laden',
  },

  support: {
    heading: (merchant) => `Kontakt zu ${merchant}`,
    email: 'E-Mail',
    phone: 'Telefon',
    website: 'Website',
    terms: 'AGB',
    privacy: 'Datenschutz',
  },
};
