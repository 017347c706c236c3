import type { Language } from '~/platform/text/languages';

const en = {
  subject: (merchant: string, amount: string) => `Your payment of ${amount} to ${merchant}`,
  namelessSubject: (amount: string) => `Your payment of ${amount}`,
  test: 'Test',
  testNote: 'This was a test. No real money moved.',
  taken: (amount: string, merchant: string) => `You paid ${amount} to ${merchant}.`,
  held: (amount: string, merchant: string) =>
    `${amount} is held on your card for ${merchant}. Your card will be charged when ${merchant} completes your order.`,
  heading: 'Thank you for your payment',
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
    `${amount} sind auf Ihrer Karte für ${merchant} reserviert. Der Betrag wird abgebucht, wenn ${merchant} Ihre Bestellung ausführt.`,
  heading: 'Vielen Dank für Ihre Zahlung',
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
    `${amount} sont réservés sur votre carte pour ${merchant}. Le montant sera débité lorsque ${merchant} traitera votre commande.`,
  heading: 'Merci pour votre paiement',
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
    `Se han retenido ${amount} en su tarjeta para ${merchant}. El importe se cobrará cuando ${merchant} tramite su pedido.`,
  heading: 'Gracias por su pago',
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

const ar: ReceiptMessages = {
  subject: (merchant, amount) => `دفعتكم بمبلغ ${amount} إلى ${merchant}`,
  namelessSubject: (amount) => `دفعتكم بمبلغ ${amount}`,
  test: 'تجربة',
  testNote: 'كانت هذه عملية تجريبية. لم تُنقل أي أموال حقيقية.',
  taken: (amount, merchant) => `لقد دفعتم ${amount} إلى ${merchant}.`,
  held: (amount, merchant) =>
    `حُجز مبلغ ${amount} على بطاقتكم لصالح ${merchant}. يُخصم المبلغ عند تنفيذ طلبكم.`,
  heading: 'شكرًا لكم على الدفع',
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

export const receiptMessages: Record<Language, ReceiptMessages> = { en, de, fr, es, ar };
