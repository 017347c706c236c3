import type { CheckoutMessages } from './en';

const pluralRules = new Intl.PluralRules('pl');

/** Polish has one form for 2 to 4, 22 to 24, and so on, and another one for the other numbers. */
function choosePolishForm(count: number, one: string, few: string, many: string): string {
  const category = pluralRules.select(count);
  if (category === 'one') return one;
  return category === 'few' ? few : many;
}

// Neutral forms, because the polite address and the past tense would have to name the payer’s gender.
export const pl: CheckoutMessages = {
  testEnvironment: 'Środowisko testowe.',
  simulatedLive: 'Symulowane środowisko produkcyjne.',
  noRealMoney: 'Prawdziwe pieniądze nie są pobierane.',
  environment: 'Środowisko',
  servedBy: (brand) => `Płatności kartą obsługuje ${brand}`,
  language: 'Język',

  amountToPay: 'Kwota do zapłaty',
  order: {
    caption: 'Szczegóły zamówienia',
    item: 'Pozycja',
    amount: 'Kwota',
    total: 'Razem',
    tax: 'Podatek',
    adjustment: 'Korekta',
    folded: (count) => `Zamówienie: ${count} ${choosePolishForm(count, 'pozycja', 'pozycje', 'pozycji')}`,
  },

  card: {
    heading: 'Płatność kartą',
    number: 'Numer karty',
    expiry: 'Data ważności',
    expiryHint: 'Na przykład 08/29',
    code: 'Kod CVV/CVC',
    codeHint: '3 lub 4 cyfry',
    codeOnBack: '3 cyfry na odwrocie',
    codeOnFront: '4 cyfry z przodu',
    name: 'Imię i nazwisko na karcie',
  },
  savedCards: {
    choose: 'Wybierz kartę',
    expires: (date) => `Ważna do ${date}`,
    another: 'Użyj innej karty',
    remove: 'Usuń',
    removed: 'Karta została usunięta.',
    declinedCardRemoved: 'Odrzuconej zapisanej karty nie można już używać, więc nie ma jej na liście.',
    confirm: 'Usuń kartę',
    keep: 'Zachowaj kartę',
    chargesEnd: (merchant) =>
      `${merchant} nie będzie już mógł obciążać tej karty. Dokonane płatności się nie zmienią.`,
    mustEnter: (merchant) =>
      `Aby ponownie zapłacić tą kartą w ${merchant}, trzeba będzie podać jej dane. Dokonane płatności się nie zmienią.`,
  },
  billing: {
    heading: 'Adres rozliczeniowy',
    hint: 'Taki jak na wyciągu z karty. Bank może go sprawdzić.',
    optional: '(opcjonalnie)',
    country: 'Kraj lub region',
    chooseCountry: 'Wybierz kraj',
    address_1: 'Ulica i numer domu',
    address_2: 'Numer lokalu lub piętro',
    postal_code: 'Kod pocztowy',
    city: 'Miejscowość',
    state: 'Stan, prowincja lub region',
    email: 'E-mail',
    emailHint: 'Na ten adres wyślemy potwierdzenie płatności.',
    testReceipts: 'Potwierdzenia testowe wysyłamy tylko do członków zespołu sprzedawcy.',
  },
  pay: {
    pay: (amount) => `Zapłać ${amount}`,
    order: (amount) => `Zamów i zapłać ${amount}`,
    book: (amount) => `Zarezerwuj i zapłać ${amount}`,
    donate: (amount) => `Przekaż ${amount}`,
    subscribe: (amount) => `Subskrybuj i zapłać ${amount}`,
  },
  payingNow: 'Trwa płatność…',
  progress: [
    'Kontaktujemy się z bankiem. Nie zamykaj tej strony.',
    'Nadal czekamy na odpowiedź banku. Nie zamykaj tej strony.',
    'Bank potrzebuje więcej czasu niż zwykle. Nie zamykaj tej strony i nie zaczynaj od nowa.',
  ],
  cancel: (merchant) => `Anuluj i wróć do ${merchant}`,

  error: 'Błąd:',
  problem: 'Sprawdź wprowadzone dane',
  cardErrors: {
    number_missing: 'Podaj numer karty',
    number_wrong: 'Sprawdź numer karty: jedna z cyfr jest błędna lub jej brakuje',
    number_unknown: 'Bank nie rozpoznaje tego numeru karty. Sprawdź go.',
    expiry_missing: 'Podaj datę ważności',
    expiry_wrong: 'Podaj miesiąc i rok ważności, na przykład 08/29',
    expiry_far: 'Sprawdź rok ważności',
    expiry_past: 'Ta karta straciła ważność. Użyj innej karty.',
    expiry_refused: 'Według banku ta karta straciła ważność. Sprawdź datę lub użyj innej karty.',
    code_missing: 'Podaj kod CVV/CVC',
    code_wrong: 'Kod CVV/CVC ma 3 lub 4 cyfry',
    code_not_3: 'Kod CVV/CVC tej karty ma 3 cyfry',
    code_not_4: 'Kod CVV/CVC tej karty ma 4 cyfry',
    code_refused: 'Kod CVV/CVC jest nieprawidłowy. Sprawdź go na karcie.',
    name_missing: 'Podaj imię i nazwisko widoczne na karcie',
    name_is_number: 'Podaj tutaj imię i nazwisko widoczne na karcie, a nie jej numer',
    country_missing: 'Wybierz swój kraj',
    address_missing: 'Podaj ulicę i numer domu',
    postal_code_missing: 'Podaj kod pocztowy',
    postal_code_wrong: 'Sprawdź kod pocztowy. Nie pasuje do wybranego kraju.',
    city_missing: 'Podaj miejscowość',
    state_missing: 'Podaj stan, prowincję lub region',
    email_missing: 'Podaj adres e-mail',
    email_wrong: 'Podaj adres e-mail, na przykład nazwa@example.com',
    billing_is_number: 'Nie podawaj tutaj numeru karty',
    consent_missing: 'Zaznacz pole, aby wyrazić zgodę',
    test_card_required:
      'Działają tu tylko karty testowe, więc ta karta nie została obciążona. Poproś sklep o kartę testową. Jeśli to Twój sklep, znajdziesz ją w dokumentacji w sekcji „Test cards”.',
    test_card_refused: 'To karta testowa, która nie działa przy prawdziwych płatnościach. Użyj innej karty.',
  },
  notTaken: 'Karta nie została obciążona',
  declined: 'Płatność została odrzucona. Karta nie została obciążona.',
  reasons: {
    authentication_failed: 'Bank nie mógł potwierdzić tożsamości. Spróbuj ponownie lub użyj innej karty.',
    technical_problem: 'Problem techniczny uniemożliwił płatność. Spróbuj ponownie lub użyj innej karty.',
    insufficient_funds: 'Na tej karcie brakuje środków. Użyj innej karty.',
    declined: 'Bank odrzucił tę kartę. Użyj innej karty lub skontaktuj się z bankiem.',
    saved_card_unavailable: 'Ta zapisana karta nie jest już dostępna. Użyj innej karty.',
    out_of_date: 'Ta strona była nieaktualna. Podaj dane karty ponownie.',
    unavailable: 'Ten sklep nie może teraz przyjmować płatności kartą. Spróbuj ponownie później.',
    link_completed:
      'Ten link do płatności osiągnął maksymalną liczbę płatności. Karta nie została obciążona.',
    offline:
      'Brak połączenia z internetem, więc karta nie została obciążona. Sprawdź połączenie i spróbuj ponownie.',
    card_limit_reached:
      'Było zbyt wiele prób z użyciem tej karty. Użyj innej karty lub spróbuj ponownie za godzinę.',
    address_limit_reached:
      'Z tego połączenia internetowego wypróbowano zbyt wiele kart. Spróbuj ponownie za dziesięć minut.',
    proof_needed:
      'Ze względu na ochronę przed oszustwami ta strona wymaga obecnie JavaScriptu. Włącz JavaScript i podaj dane karty ponownie albo spróbuj za dziesięć minut.',
  },
  enterCardAgain: 'Podaj dane karty ponownie. Dla Twojego bezpieczeństwa ta strona ich nie przechowuje.',
  enterAgain:
    'Podaj ponownie numer karty i kod CVV/CVC. Dla Twojego bezpieczeństwa ta strona ich nie przechowuje.',
  attemptsLeft: (count) =>
    choosePolishForm(
      count,
      'Pozostała jedna próba.',
      `Pozostały ${count} próby.`,
      `Pozostało ${count} prób.`,
    ),

  titles: {
    form: (merchant) => `Płatność na rzecz ${merchant}`,
    declined: 'Płatność odrzucona',
    remove_card: 'Usunąć tę kartę?',
    paying: 'Czekamy na odpowiedź banku',
    authenticate: 'Potwierdź płatność w banku',
    paid: 'Płatność zakończona',
    refunded: 'Płatność zwrócona',
    released: 'Karta nie została obciążona',
    expired: 'Ta strona płatności wygasła',
    blocked: 'Zbyt wiele prób',
    cancelled: 'Płatność została anulowana',
    unknown: 'Nie możemy znaleźć tej płatności',
    failed: 'Wystąpił błąd po naszej stronie',
  },
  paying: {
    unknown: (amount) => `Bank nie potwierdził jeszcze płatności na kwotę ${amount}. Nie płać ponownie.`,
    goesOn: 'Ta strona sprawdza stan płatności co kilka sekund i automatycznie przechodzi dalej.',
    checkAgain: 'Sprawdź teraz',
    checkedJustNow: 'Sprawdzono przed chwilą.',
  },
  authenticate: {
    explain: (amount: string) => `Bank prosi o potwierdzenie płatności na kwotę ${amount}.`,
    earlier: 'To potwierdzenie dotyczy poprzedniej próby. Karta podana przed chwilą nie została obciążona.',
    goOn: 'Przejdź do banku',
  },
  paid: {
    taken: (amount, merchant) => `Zapłacono ${amount} na rzecz ${merchant}.`,
    held: (amount, merchant) => `Na karcie zablokowano ${amount} na rzecz ${merchant}.`,
    released: (amount, merchant) =>
      `Blokada ${amount} na rzecz ${merchant} została zwolniona. Bank może ją pokazywać jeszcze przez kilka dni.`,
    refunded: (amount) => `Zwrócono ${amount}. Zwrot zwykle pojawia się na karcie po 5–10 dniach roboczych.`,
    chargedBack: (amount) => `Bank zwrócił ${amount}.`,
    notAgain: 'Nie trzeba płacić ponownie.',
    already: 'Płatność była już zakończona. Ostatnia próba nie spowodowała obciążenia.',
    receipt: 'Potwierdzenie wyślemy e-mailem.',
  },
  link: {
    amount: 'Kwota',
    amountRange: (min: string, max: string) => `Od ${min} do ${max}`,
    quantityOf: (item: string) => `Liczba: ${item}`,
    quantityRange: (min: number, max: number) => `Od ${min} do ${max}`,
    goOn: 'Przejdź do płatności',
    amountWrong: (min: string, max: string) => `Podaj kwotę od ${min} do ${max}`,
    quantityWrong: (item: string, min: number, max: number) => `Podaj liczbę od ${min} do ${max} (${item})`,
    nothingChosen: 'Wybierz co najmniej jedną pozycję',
    amountUnclear: (currency: string, example: string) => `Podaj kwotę w ${currency}, na przykład ${example}`,
    more: (item: string) => `Dodaj jedną sztukę: ${item}`,
    less: (item: string) => `Usuń jedną sztukę: ${item}`,
    paid: 'Płatność z tego linku została już dokonana',
    inProgress: 'Trwa płatność z użyciem tego linku',
    whyInProgress:
      'Karta nie została obciążona. Jeśli płacisz w innej karcie przeglądarki, dokończ płatność tam. W przeciwnym razie spróbuj ponownie później. Płatność może potrwać do 15 minut.',
    tryAgain: 'Spróbuj ponownie',
    alreadyPaid: (merchant: string) =>
      `Nie trzeba płacić ponownie. Jeśli to nie była Twoja płatność, skontaktuj się z ${merchant}.`,
    unusable: 'Tego linku do płatności nie można użyć',
    whyUnusable: (merchant: string) =>
      `Wygasł, został wyłączony lub osiągnął maksymalną liczbę płatności. Jeśli płatność została już wykonana, nie musisz nic robić. W przeciwnym razie o nowy link poproś sprzedawcę: ${merchant}.`,
    ended: (merchant: string) =>
      `Tego linku do płatności nie można już użyć. Aby zapłacić, poproś o nowy link sprzedawcę: ${merchant}.`,
    reversed: (merchant: string) =>
      `Płatność wykonana za pomocą tego linku została anulowana lub zwrócona. Aby zapłacić, poproś o nowy link sprzedawcę: ${merchant}.`,
    tooManyVisits: 'Było zbyt wiele wejść z tego połączenia. Spróbuj ponownie za dziesięć minut.',
    notChargedHere: 'Na tej stronie karta nie została obciążona.',
    notPaid: 'Płatność nie została wykonana. Karta nie została obciążona.',
    change: 'Zmień',
    startAgain: 'Zacznij od nowa',
    seeConfirmation: 'Zobacz potwierdzenie',
    reference: (reference: string) => `Numer referencyjny: ${reference}`,
  },
  takingYouBack: 'Trwa powrót do sklepu.',
  goOnTo: (merchant) => `Przejdź do ${merchant}`,
  backTo: (merchant) => `Wróć do ${merchant}`,
  expired: (merchant) => `Karta nie została obciążona. Wróć do ${merchant} i zacznij od nowa.`,
  blocked: (merchant) =>
    `Żadna z prób się nie powiodła i karta nie została obciążona. Wróć do ${merchant}, aby zacząć od nowa lub zapłacić w inny sposób.`,
  cancelled: (merchant) =>
    `Karta nie została obciążona, a na tej stronie nie można już zapłacić. Wróć do ${merchant}, aby zacząć od nowa.`,
  unknown: {
    why: 'Link może być niepełny lub nieaktualny.',
    whatNow:
      'Jeśli płatność została już wykonana, poszukaj potwierdzenia lub zapytaj sprzedawcę, zanim zapłacisz ponownie. W przeciwnym razie wróć do sklepu i rozpocznij płatność od nowa.',
  },
  failed: {
    maybePaid:
      'Jeśli przycisk płatności został już naciśnięty, płatność mogła dojść do skutku. Nie podawaj ponownie danych karty, dopóki tego nie sprawdzisz.',
    openAgain: 'Za chwilę odśwież tę stronę, aby zobaczyć, czy płatność doszła do skutku.',
    checkAgain: 'Odśwież tę stronę',
  },

  support: {
    heading: (merchant) => `Kontakt z ${merchant}`,
    email: 'E-mail',
    phone: 'Telefon',
    website: 'Strona internetowa',
    terms: 'Regulamin',
    privacy: 'Prywatność',
  },
};
