import type { CheckoutMessages } from './en';

export const it: CheckoutMessages = {
  testEnvironment: 'Ambiente di test.',
  simulatedLive: 'Ambiente di produzione simulato.',
  noRealMoney: 'Nessun addebito reale.',
  environment: 'Ambiente',
  servedBy: (brand) => `Pagamenti con carta gestiti da ${brand}`,
  language: 'Lingua',

  amountToPay: 'Importo da pagare',
  order: {
    caption: 'Dettagli dell’ordine',
    item: 'Articolo',
    amount: 'Importo',
    total: 'Totale',
    tax: 'Imposte',
    adjustment: 'Rettifica',
    folded: (count) => `Il suo ordine: ${count} articoli`,
  },

  card: {
    heading: 'Paga con carta',
    number: 'Numero della carta',
    expiry: 'Data di scadenza',
    expiryHint: 'Ad esempio 08/29',
    code: 'Codice di sicurezza',
    codeHint: '3 o 4 cifre',
    codeOnBack: '3 cifre sul retro',
    codeOnFront: '4 cifre sul fronte',
    name: 'Nome sulla carta',
  },
  savedCards: {
    choose: 'Scelga una carta',
    expires: (date) => `Scadenza: ${date}`,
    another: 'Usa un’altra carta',
    remove: 'Rimuovi',
    removed: 'La carta è stata rimossa.',
    declinedCardRemoved:
      'La carta salvata che è stata rifiutata non può più essere usata e non viene più proposta.',
    confirm: 'Rimuovi la carta',
    keep: 'Mantieni la carta',
    chargesEnd: (merchant) =>
      `${merchant} non potrà più effettuare addebiti su questa carta. I pagamenti già effettuati non cambiano.`,
    mustEnter: (merchant) =>
      `Per pagare di nuovo ${merchant} con questa carta, dovrà inserirla. I pagamenti già effettuati non cambiano.`,
  },
  billing: {
    heading: 'Indirizzo di fatturazione',
    hint: 'Come sull’estratto conto della carta. La banca può verificarlo.',
    optional: '(facoltativo)',
    country: 'Paese o regione',
    chooseCountry: 'Selezioni un paese',
    address_1: 'Indirizzo',
    address_2: 'Interno, scala o piano',
    postal_code: 'CAP o codice postale',
    city: 'Città',
    state: 'Provincia, stato o regione',
    email: 'E-mail',
    emailHint: 'Invieremo la ricevuta a questo indirizzo.',
    testReceipts: 'Le ricevute di prova vengono inviate solo ai membri del team dell’esercente.',
  },
  pay: {
    pay: (amount) => `Paga ${amount}`,
    order: (amount) => `Ordina e paga ${amount}`,
    book: (amount) => `Prenota e paga ${amount}`,
    donate: (amount) => `Dona ${amount}`,
    subscribe: (amount) => `Abbonati e paga ${amount}`,
  },
  payingNow: 'Pagamento in corso…',
  progress: [
    'Stiamo contattando la sua banca. Non chiuda questa pagina.',
    'Siamo ancora in attesa della sua banca. Non chiuda questa pagina.',
    'La sua banca sta impiegando più tempo del solito. Non chiuda questa pagina e non ricominci.',
  ],
  cancel: (merchant) => `Annulla e torna a ${merchant}`,

  error: 'Errore:',
  problem: 'Controlli i dati inseriti',
  cardErrors: {
    number_missing: 'Inserisca il numero della carta',
    number_wrong: 'Controlli il numero della carta: una cifra è errata o mancante',
    number_unknown: 'La sua banca non riconosce questo numero di carta. Lo controlli.',
    expiry_missing: 'Inserisca la data di scadenza',
    expiry_wrong: 'Inserisca il mese e l’anno di scadenza, ad esempio 08/29',
    expiry_far: 'Controlli l’anno di scadenza',
    expiry_past: 'Questa carta è scaduta. Usi un’altra carta.',
    expiry_refused: 'Secondo la sua banca questa carta è scaduta. Controlli la data o usi un’altra carta.',
    code_missing: 'Inserisca il codice di sicurezza',
    code_wrong: 'Il codice di sicurezza è di 3 o 4 cifre',
    code_not_3: 'Il codice di sicurezza di questa carta è di 3 cifre',
    code_not_4: 'Il codice di sicurezza di questa carta è di 4 cifre',
    code_refused: 'Il codice di sicurezza non corrisponde. Lo controlli sulla carta.',
    name_missing: 'Inserisca il nome riportato sulla carta',
    name_is_number: 'Inserisca qui il nome riportato sulla carta, non il numero',
    country_missing: 'Selezioni il suo paese',
    address_missing: 'Inserisca il suo indirizzo',
    postal_code_missing: 'Inserisca il CAP o il codice postale',
    postal_code_wrong: 'Controlli il codice postale. Non corrisponde al paese selezionato.',
    city_missing: 'Inserisca la sua città',
    state_missing: 'Inserisca la provincia, lo stato o la regione',
    email_missing: 'Inserisca il suo indirizzo e-mail',
    email_wrong: 'Inserisca un indirizzo e-mail, ad esempio nome@example.com',
    billing_is_number: 'Non inserisca qui il numero della carta',
    consent_missing: 'Selezioni la casella per acconsentire',
    test_card_required:
      'Qui funzionano solo le carte di test, quindi su questa carta non è stato addebitato nulla. Chieda al negozio una carta di test. Se il negozio è suo, trova le carte di test nella documentazione alla voce «Test cards».',
    test_card_refused: 'Questa è una carta di test e non è valida per pagamenti reali. Usi un’altra carta.',
  },
  notTaken: 'Non è stato addebitato nulla',
  declined: 'Il pagamento è stato rifiutato. Non è stato addebitato nulla.',
  reasons: {
    authentication_failed:
      'La sua banca non ha potuto confermare la sua identità. Riprovi o usi un’altra carta.',
    technical_problem: 'Un problema tecnico ha impedito il pagamento. Riprovi o usi un’altra carta.',
    insufficient_funds: 'I fondi disponibili su questa carta non sono sufficienti. Provi con un’altra carta.',
    declined: 'La sua banca ha rifiutato questa carta. Provi con un’altra carta o contatti la sua banca.',
    saved_card_unavailable: 'Questa carta salvata non è più disponibile. Usi un’altra carta.',
    out_of_date: 'Questa pagina non era aggiornata. Inserisca di nuovo i dati della carta.',
    unavailable: 'Al momento questo negozio non può accettare pagamenti con carta. Riprovi più tardi.',
    link_completed:
      'Questo link di pagamento ha già raggiunto il numero massimo di pagamenti. Non è stato addebitato nulla.',
    offline: 'Non c’è connessione, quindi non è stato addebitato nulla. Controlli la connessione e riprovi.',
    card_limit_reached:
      'Ci sono stati troppi tentativi con questa carta. Usi un’altra carta o riprovi tra un’ora.',
    address_limit_reached: 'Dalla sua connessione sono state provate troppe carte. Riprovi tra dieci minuti.',
    proof_needed:
      'Per proteggere dalle frodi con carta, al momento questa pagina richiede JavaScript. Attivi JavaScript e inserisca di nuovo i dati della carta, oppure riprovi tra dieci minuti.',
  },
  enterCardAgain:
    'Inserisca di nuovo i dati della carta. Per la sua sicurezza, questa pagina non li conserva.',
  enterAgain:
    'Inserisca di nuovo il numero della carta e il codice di sicurezza. Per la sua sicurezza, questa pagina non li conserva.',
  attemptsLeft: (count) => (count === 1 ? 'Le resta un tentativo.' : `Le restano ${count} tentativi.`),

  titles: {
    form: (merchant) => `Pagamento a ${merchant}`,
    declined: 'Pagamento rifiutato',
    remove_card: 'Rimuovere questa carta?',
    paying: 'In attesa della sua banca',
    authenticate: 'Confermi con la sua banca',
    paid: 'Pagamento completato',
    refunded: 'Pagamento rimborsato',
    released: 'La sua carta non è stata addebitata',
    expired: 'Questa pagina di pagamento è scaduta',
    blocked: 'Troppi tentativi',
    cancelled: 'Questo pagamento è stato annullato',
    unknown: 'Non troviamo questo pagamento',
    failed: 'Si è verificato un errore nei nostri sistemi',
  },
  paying: {
    unknown: (amount) =>
      `La sua banca non ha ancora confermato il pagamento di ${amount}. Non paghi una seconda volta.`,
    goesOn: 'Questa pagina verifica ogni pochi secondi e prosegue automaticamente.',
    checkAgain: 'Verifica ora',
    checkedJustNow: 'Verificato proprio ora.',
  },
  authenticate: {
    explain: (amount: string) => `La sua banca le chiede di confermare il pagamento di ${amount}.`,
    earlier:
      'Questa conferma riguarda il suo tentativo precedente. Sulla carta appena inserita non è stato addebitato nulla.',
    goOn: 'Vai al sito della banca',
  },
  paid: {
    taken: (amount, merchant) => `Ha pagato ${amount} a ${merchant}.`,
    held: (amount, merchant) => `L’importo di ${amount} è bloccato sulla sua carta per ${merchant}.`,
    released: (amount, merchant) =>
      `Il blocco di ${amount} per ${merchant} è terminato. La sua banca potrebbe mostrarlo ancora per qualche giorno.`,
    refunded: (amount) =>
      `L’importo di ${amount} è stato rimborsato. L’accredito sulla carta richiede di solito da 5 a 10 giorni lavorativi.`,
    chargedBack: (amount) => `La sua banca le ha restituito ${amount}.`,
    notAgain: 'Non deve pagare di nuovo.',
    already: 'Il pagamento era già completato. Per il suo ultimo tentativo non è stato addebitato nulla.',
    receipt: 'Riceverà una ricevuta via e-mail.',
  },
  link: {
    amount: 'Importo',
    amountRange: (min: string, max: string) => `Da ${min} a ${max}`,
    quantityOf: (item: string) => `Quantità: ${item}`,
    quantityRange: (min: number, max: number) => `Da ${min} a ${max}`,
    goOn: 'Continua con il pagamento',
    amountWrong: (min: string, max: string) => `Inserisca un importo da ${min} a ${max}`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Inserisca per ${item} una quantità da ${min} a ${max}`,
    nothingChosen: 'Scelga almeno un articolo',
    amountUnclear: (currency: string, example: string) =>
      `Inserisca un importo in ${currency}, ad esempio ${example}`,
    more: (item: string) => `Aggiungi uno: ${item}`,
    less: (item: string) => `Togli uno: ${item}`,
    paid: 'Questo link di pagamento è già stato pagato',
    inProgress: 'È in corso un pagamento con questo link',
    whyInProgress:
      'Non è stato addebitato nulla sulla sua carta. Se sta pagando in un’altra scheda, completi il pagamento lì. Altrimenti riprovi più tardi. Il pagamento può richiedere fino a 15 minuti.',
    tryAgain: 'Riprova',
    alreadyPaid: (merchant: string) =>
      `Non deve pagare di nuovo. Se non è stato lei a pagare, contatti ${merchant}.`,
    unusable: 'Questo link di pagamento non può essere usato',
    whyUnusable: (merchant: string) =>
      `È scaduto, è stato disattivato o ha già raggiunto il numero massimo di pagamenti. Se ha già pagato, non deve fare nulla. Altrimenti chieda un nuovo link a ${merchant}.`,
    ended: (merchant: string) =>
      `Questo link di pagamento non può più essere usato. Per pagare, chieda un nuovo link a ${merchant}.`,
    reversed: (merchant: string) =>
      `Il pagamento effettuato con questo link è stato annullato o rimborsato. Per pagare, chieda un nuovo link a ${merchant}.`,
    tooManyVisits: 'Ci sono state troppe visite dalla sua connessione. Riprovi tra dieci minuti.',
    notChargedHere: 'In questa pagina non è stato addebitato nulla.',
    notPaid: 'Non ha pagato. Non è stato addebitato nulla.',
    change: 'Modifica',
    startAgain: 'Ricomincia',
    seeConfirmation: 'Vedi la conferma',
    reference: (reference: string) => `Il suo riferimento: ${reference}`,
  },
  takingYouBack: 'La stiamo riportando al negozio.',
  goOnTo: (merchant) => `Continua su ${merchant}`,
  backTo: (merchant) => `Torna a ${merchant}`,
  expired: (merchant) => `Non è stato addebitato nulla. Torni a ${merchant} e ricominci.`,
  blocked: (merchant) =>
    `Nessun tentativo è riuscito e non è stato addebitato nulla. Torni a ${merchant} per ricominciare o pagare in un altro modo.`,
  cancelled: (merchant) =>
    `Non è stato addebitato nulla e non è più possibile pagare in questa pagina. Torni a ${merchant} per ricominciare.`,
  unknown: {
    why: 'Il link potrebbe essere incompleto o non più valido.',
    whatNow:
      'Se ha già pagato, cerchi una ricevuta o chieda al negozio prima di pagare di nuovo. Altrimenti torni al negozio e ricominci il pagamento.',
  },
  failed: {
    maybePaid:
      'Se ha già premuto il pulsante di pagamento, il pagamento potrebbe essere andato a buon fine. Non inserisca di nuovo i dati della carta prima di aver verificato.',
    openAgain: 'Ricarichi questa pagina tra qualche istante per sapere se ha pagato.',
    checkAgain: 'Ricarica questa pagina',
  },

  support: {
    heading: (merchant) => `Contatta ${merchant}`,
    email: 'E-mail',
    phone: 'Telefono',
    website: 'Sito web',
    terms: 'Condizioni',
    privacy: 'Privacy',
  },
};
