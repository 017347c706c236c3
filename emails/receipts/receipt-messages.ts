import type { Language } from '~/platform/text/languages';

const en = {
  subject: (merchant: string, amount: string) => `Your payment of ${amount} to ${merchant}`,
  namelessSubject: (amount: string) => `Your payment of ${amount}`,
  test: 'Test',
  testNote: 'This was a test. No real money moved.',
  taken: (amount: string, merchant: string) => `You paid ${amount} to ${merchant}.`,
  held: (amount: string, merchant: string) =>
    `${amount} is held on your card for ${merchant}. Your card will be charged when ${merchant} completes your order.`,
  takenHeading: 'Thank you for your payment',
  heldHeading: 'Thank you for your order',
  total: 'Total',
  tax: 'Tax',
  adjustment: 'Adjustment',
  date: 'Date',
  card: 'Card',
  cardEnding: (brand: string | null, lastFour: string) => `${brand ?? 'Card'} ending in ${lastFour}`,
  reference: 'Reference',
  transaction: 'Payment number',
  questions: (merchant: string) => `Questions? Contact ${merchant}:`,
  reason: (merchant: string, brand: string) =>
    `You’re receiving this email because your order with ${merchant} included this email address. Card payments by ${brand}.`,
};

type ReceiptMessages = typeof en;

const de: ReceiptMessages = {
  subject: (merchant, amount) => `Ihre Zahlung von ${amount} an ${merchant}`,
  namelessSubject: (amount) => `Ihre Zahlung von ${amount}`,
  test: 'Test',
  testNote: 'Das war ein Test. Es ist kein echtes Geld geflossen.',
  taken: (amount, merchant) => `Sie haben ${amount} an ${merchant} gezahlt.`,
  held: (amount, merchant) =>
    `Der Betrag von ${amount} ist auf Ihrer Karte für ${merchant} reserviert. Er wird abgebucht, wenn ${merchant} Ihre Bestellung ausführt.`,
  takenHeading: 'Vielen Dank für Ihre Zahlung',
  heldHeading: 'Vielen Dank für Ihre Bestellung',
  total: 'Summe',
  tax: 'Steuer',
  adjustment: 'Anpassung',
  date: 'Datum',
  card: 'Karte',
  cardEnding: (brand, lastFour) => `${brand ?? 'Karte'} mit den Endziffern ${lastFour}`,
  reference: 'Referenz',
  transaction: 'Zahlungsnummer',
  questions: (merchant) => `Haben Sie Fragen? So erreichen Sie ${merchant}:`,
  reason: (merchant, brand) =>
    `Sie erhalten diese E-Mail, weil ${merchant} Ihre E-Mail-Adresse mit dieser Bestellung erhalten hat. Zahlungsabwicklung durch ${brand}.`,
};

const fr: ReceiptMessages = {
  subject: (merchant, amount) => `Votre paiement de ${amount} à ${merchant}`,
  namelessSubject: (amount) => `Votre paiement de ${amount}`,
  test: 'Test',
  testNote: 'Ceci était un test. Aucune somme réelle n’a été débitée.',
  taken: (amount, merchant) => `Vous avez payé ${amount} à ${merchant}.`,
  held: (amount, merchant) =>
    `Un montant de ${amount} est réservé sur votre carte pour ${merchant}. Il sera débité lorsque ${merchant} traitera votre commande.`,
  takenHeading: 'Merci pour votre paiement',
  heldHeading: 'Merci pour votre commande',
  total: 'Total',
  tax: 'Taxes',
  adjustment: 'Ajustement',
  date: 'Date',
  card: 'Carte',
  cardEnding: (brand, lastFour) => `${brand ?? 'Carte'} se terminant par ${lastFour}`,
  reference: 'Référence',
  transaction: 'Numéro de paiement',
  questions: (merchant) => `Une question\u00a0? Contactez ${merchant}\u00a0:`,
  reason: (merchant, brand) =>
    `Vous recevez cet e-mail car votre adresse e-mail a été communiquée à ${merchant} avec cette commande. Paiements par carte assurés par ${brand}.`,
};

const es: ReceiptMessages = {
  subject: (merchant, amount) => `Su pago de ${amount} a ${merchant}`,
  namelessSubject: (amount) => `Su pago de ${amount}`,
  test: 'Prueba',
  testNote: 'Esto ha sido una prueba. No se ha cobrado dinero real.',
  taken: (amount, merchant) => `Ha pagado ${amount} a ${merchant}.`,
  held: (amount, merchant) =>
    `Se ha retenido un importe de ${amount} en su tarjeta para ${merchant}. Se cobrará cuando ${merchant} tramite su pedido.`,
  takenHeading: 'Gracias por su pago',
  heldHeading: 'Gracias por su pedido',
  total: 'Total',
  tax: 'Impuestos',
  adjustment: 'Ajuste',
  date: 'Fecha',
  card: 'Tarjeta',
  cardEnding: (brand, lastFour) => `${brand ?? 'Tarjeta'} terminada en ${lastFour}`,
  reference: 'Referencia',
  transaction: 'Número de pago',
  questions: (merchant) => `¿Tiene preguntas? Póngase en contacto con ${merchant}:`,
  reason: (merchant, brand) =>
    `Recibe este correo porque se facilitó su dirección de correo electrónico a ${merchant} con este pedido. Pagos con tarjeta a través de ${brand}.`,
};

const pt: ReceiptMessages = {
  subject: (merchant, amount) => `O seu pagamento de ${amount} para ${merchant}`,
  namelessSubject: (amount) => `O seu pagamento de ${amount}`,
  test: 'Teste',
  testNote: 'Isto foi um teste. Nenhum valor real foi cobrado.',
  taken: (amount, merchant) => `Você pagou ${amount} para ${merchant}.`,
  held: (amount, merchant) =>
    `O valor de ${amount} está reservado no seu cartão para ${merchant}. A cobrança será feita quando ${merchant} concluir o seu pedido.`,
  takenHeading: 'Obrigado pelo seu pagamento',
  heldHeading: 'Obrigado pelo seu pedido',
  total: 'Total',
  tax: 'Impostos',
  adjustment: 'Ajuste',
  date: 'Data',
  card: 'Cartão',
  cardEnding: (brand, lastFour) => `${brand ?? 'Cartão'} com final ${lastFour}`,
  reference: 'Referência',
  transaction: 'Número do pagamento',
  questions: (merchant) => `Dúvidas? Fale com ${merchant}:`,
  reason: (merchant, brand) =>
    `Você recebeu este e-mail porque o seu pedido para ${merchant} incluía este endereço de e-mail. Pagamentos com cartão por ${brand}.`,
};

const it: ReceiptMessages = {
  subject: (merchant, amount) => `Il suo pagamento di ${amount} a ${merchant}`,
  namelessSubject: (amount) => `Il suo pagamento di ${amount}`,
  test: 'Test',
  testNote: 'Questo era un test. Non è stato effettuato alcun addebito reale.',
  taken: (amount, merchant) => `Ha pagato ${amount} a ${merchant}.`,
  held: (amount, merchant) =>
    `L’importo di ${amount} è bloccato sulla sua carta per ${merchant}. L’addebito avverrà quando ${merchant} completerà il suo ordine.`,
  takenHeading: 'Grazie per il suo pagamento',
  heldHeading: 'Grazie per il suo ordine',
  total: 'Totale',
  tax: 'Imposte',
  adjustment: 'Rettifica',
  date: 'Data',
  card: 'Carta',
  cardEnding: (brand, lastFour) => `${brand ?? 'Carta'} che termina con ${lastFour}`,
  reference: 'Riferimento',
  transaction: 'Numero del pagamento',
  questions: (merchant) => `Ha domande? Contatti ${merchant}:`,
  reason: (merchant, brand) =>
    `Riceve questa e-mail perché questo indirizzo è stato indicato nel suo ordine presso ${merchant}. Pagamenti con carta gestiti da ${brand}.`,
};

const nl: ReceiptMessages = {
  subject: (merchant, amount) => `Uw betaling van ${amount} aan ${merchant}`,
  namelessSubject: (amount) => `Uw betaling van ${amount}`,
  test: 'Test',
  testNote: 'Dit was een test. Er is geen echt geld afgeschreven.',
  taken: (amount, merchant) => `U hebt ${amount} betaald aan ${merchant}.`,
  held: (amount, merchant) =>
    `Er is ${amount} op uw kaart gereserveerd voor ${merchant}. Het bedrag wordt afgeschreven wanneer ${merchant} uw bestelling afrondt.`,
  takenHeading: 'Bedankt voor uw betaling',
  heldHeading: 'Bedankt voor uw bestelling',
  total: 'Totaal',
  tax: 'Belasting',
  adjustment: 'Correctie',
  date: 'Datum',
  card: 'Kaart',
  cardEnding: (brand, lastFour) => `${brand ?? 'Kaart'} eindigend op ${lastFour}`,
  reference: 'Referentie',
  transaction: 'Betalingsnummer',
  questions: (merchant) => `Vragen? Neem contact op met ${merchant}:`,
  reason: (merchant, brand) =>
    `U ontvangt deze e-mail omdat dit e-mailadres bij uw bestelling bij ${merchant} is opgegeven. Kaartbetalingen via ${brand}.`,
};

const pl: ReceiptMessages = {
  subject: (merchant, amount) => `Płatność ${amount} na rzecz ${merchant}`,
  namelessSubject: (amount) => `Płatność ${amount}`,
  test: 'Test',
  testNote: 'To był test. Prawdziwe pieniądze nie zostały pobrane.',
  taken: (amount, merchant) => `Zapłacono ${amount} na rzecz ${merchant}.`,
  held: (amount, merchant) =>
    `Na karcie zablokowano ${amount} na rzecz ${merchant}. Karta zostanie obciążona, gdy ${merchant} zrealizuje zamówienie.`,
  takenHeading: 'Dziękujemy za płatność',
  heldHeading: 'Dziękujemy za zamówienie',
  total: 'Razem',
  tax: 'Podatek',
  adjustment: 'Korekta',
  date: 'Data',
  card: 'Karta',
  cardEnding: (brand, lastFour) => `${brand ?? 'Karta'} o numerze zakończonym na ${lastFour}`,
  reference: 'Numer referencyjny',
  transaction: 'Numer płatności',
  questions: (merchant) => `Masz pytania? Skontaktuj się z ${merchant}:`,
  reason: (merchant, brand) =>
    `Otrzymujesz tę wiadomość, ponieważ ten adres e-mail podano w zamówieniu w ${merchant}. Płatności kartą obsługuje ${brand}.`,
};

const ja: ReceiptMessages = {
  subject: (merchant, amount) => `${merchant}への${amount}のお支払い`,
  namelessSubject: (amount) => `${amount}のお支払い`,
  test: 'テスト',
  testNote: 'これはテストです。実際の請求は発生していません。',
  taken: (amount, merchant) => `${merchant}に${amount}を支払いました。`,
  held: (amount, merchant) =>
    `${merchant}へのお支払いとして、カードで${amount}の利用枠を確保しました。${merchant}がご注文の手続きを完了した時点で請求されます。`,
  takenHeading: 'お支払いありがとうございます',
  heldHeading: 'ご注文ありがとうございます',
  total: '合計',
  tax: '税金',
  adjustment: '調整額',
  date: '日時',
  card: 'カード',
  cardEnding: (brand, lastFour) => `${brand ?? 'カード'}（末尾${lastFour}）`,
  reference: '照会番号',
  transaction: '決済番号',
  questions: (merchant) => `ご不明な点は、${merchant}までお問い合わせください：`,
  reason: (merchant, brand) =>
    `このメールは、${merchant}でのご注文の際にこのメールアドレスが入力されたためお送りしています。カード決済サービス：${brand}。`,
};

const ar: ReceiptMessages = {
  subject: (merchant, amount) => `دفعتكم بمبلغ ${amount} إلى ${merchant}`,
  namelessSubject: (amount) => `دفعتكم بمبلغ ${amount}`,
  test: 'تجربة',
  testNote: 'كانت هذه عملية تجريبية. لم تُنقل أي أموال حقيقية.',
  taken: (amount, merchant) => `لقد دفعتم ${amount} إلى ${merchant}.`,
  held: (amount, merchant) =>
    `حُجز مبلغ ${amount} على بطاقتكم لصالح ${merchant}. يُخصم المبلغ عند تنفيذ طلبكم.`,
  takenHeading: 'شكرًا لكم على الدفع',
  heldHeading: 'شكرًا لكم على طلبكم',
  total: 'الإجمالي',
  tax: 'الضريبة',
  adjustment: 'تسوية',
  date: 'التاريخ',
  card: 'البطاقة',
  cardEnding: (brand, lastFour) => `${brand ? `بطاقة ${brand}` : 'بطاقة'} تنتهي بالأرقام ${lastFour}`,
  reference: 'المرجع',
  transaction: 'رقم العملية',
  questions: (merchant) => `هل لديكم أسئلة؟ تواصلوا مع ${merchant}:`,
  reason: (merchant, brand) =>
    `وصلتكم هذه الرسالة لأن ${merchant} حصل على عنوان بريدكم الإلكتروني مع هذا الطلب. خدمة الدفع بالبطاقة مقدّمة من ${brand}.`,
};

export const receiptMessages: Record<Language, ReceiptMessages> = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  ja,
  ar,
};
