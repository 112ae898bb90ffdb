/** The words of the hosted page around the form, whose own words come with the element. */
const en = {
  order: 'Order {order}',
  summary: 'Order summary',
  quantity: 'Quantity',
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  shippingDiscount: 'Shipping discount',
  handling: 'Handling',
  insurance: 'Insurance',
  tax: 'Tax',
  discount: 'Discount',
  total: 'Total',
  back: 'Back to the shop',
  payment: 'Payment',
  needsScript: 'This page needs JavaScript to take a payment.',
  notFound: 'This payment page does not exist',
  notFoundText:
    'The address is incomplete, or the order is no longer here. Nothing was charged. Go back to the shop and start again.',
};

/** `{order}` stands for the order's number. */
export type PageWords = Readonly<typeof en>;

const WORDS: Readonly<Record<string, PageWords>> = {
  en,
  es: {
    order: 'Pedido {order}',
    summary: 'Resumen del pedido',
    quantity: 'Cantidad',
    subtotal: 'Subtotal',
    shipping: 'Envío',
    shippingDiscount: 'Descuento en el envío',
    handling: 'Gestión',
    insurance: 'Seguro',
    tax: 'Impuestos',
    discount: 'Descuento',
    total: 'Total',
    back: 'Volver a la tienda',
    payment: 'Pago',
    needsScript: 'Esta página necesita JavaScript para cobrar.',
    notFound: 'Esta página de pago no existe',
    notFoundText:
      'La dirección está incompleta o el pedido ya no está aquí. No se ha cobrado nada. Vuelve a la tienda y empieza de nuevo.',
  },
  'pt-BR': {
    order: 'Pedido {order}',
    summary: 'Resumo do pedido',
    quantity: 'Quantidade',
    subtotal: 'Subtotal',
    shipping: 'Frete',
    shippingDiscount: 'Desconto no frete',
    handling: 'Manuseio',
    insurance: 'Seguro',
    tax: 'Impostos',
    discount: 'Desconto',
    total: 'Total',
    back: 'Voltar à loja',
    payment: 'Pagamento',
    needsScript: 'Esta página precisa de JavaScript para receber pagamentos.',
    notFound: 'Esta página de pagamento não existe',
    notFoundText:
      'O endereço está incompleto ou o pedido não está mais aqui. Nada foi cobrado. Volte à loja e comece de novo.',
  },
  fr: {
    order: 'Commande {order}',
    summary: 'Récapitulatif de la commande',
    quantity: 'Quantité',
    subtotal: 'Sous-total',
    shipping: 'Livraison',
    shippingDiscount: 'Remise sur la livraison',
    handling: 'Frais de traitement',
    insurance: 'Assurance',
    tax: 'Taxes',
    discount: 'Remise',
    total: 'Total',
    back: 'Retour à la boutique',
    payment: 'Paiement',
    needsScript: 'Cette page a besoin de JavaScript pour accepter un paiement.',
    notFound: 'Cette page de paiement n’existe pas',
    notFoundText:
      'L’adresse est incomplète ou la commande n’est plus ici. Rien n’a été débité. Retournez à la boutique et recommencez.',
  },
  de: {
    order: 'Bestellung {order}',
    summary: 'Bestellübersicht',
    quantity: 'Menge',
    subtotal: 'Zwischensumme',
    shipping: 'Versand',
    shippingDiscount: 'Nachlass auf den Versand',
    handling: 'Bearbeitung',
    insurance: 'Versicherung',
    tax: 'Steuern',
    discount: 'Rabatt',
    total: 'Gesamtsumme',
    back: 'Zurück zum Shop',
    payment: 'Zahlung',
    needsScript: 'Diese Seite braucht JavaScript, um eine Zahlung anzunehmen.',
    notFound: 'Diese Zahlungsseite gibt es nicht',
    notFoundText:
      'Die Adresse ist unvollständig, oder die Bestellung ist nicht mehr hier. Es wurde nichts abgebucht. Gehen Sie zurück zum Shop und beginnen Sie noch einmal.',
  },
  it: {
    order: 'Ordine {order}',
    summary: 'Riepilogo dell’ordine',
    quantity: 'Quantità',
    subtotal: 'Subtotale',
    shipping: 'Spedizione',
    shippingDiscount: 'Sconto sulla spedizione',
    handling: 'Gestione',
    insurance: 'Assicurazione',
    tax: 'Imposte',
    discount: 'Sconto',
    total: 'Totale',
    back: 'Torna al negozio',
    payment: 'Pagamento',
    needsScript: 'Questa pagina ha bisogno di JavaScript per accettare un pagamento.',
    notFound: 'Questa pagina di pagamento non esiste',
    notFoundText:
      'L’indirizzo è incompleto o l’ordine non è più qui. Non è stato addebitato nulla. Torna al negozio e ricomincia.',
  },
  nl: {
    order: 'Bestelling {order}',
    summary: 'Overzicht van je bestelling',
    quantity: 'Aantal',
    subtotal: 'Subtotaal',
    shipping: 'Verzending',
    shippingDiscount: 'Korting op verzending',
    handling: 'Behandeling',
    insurance: 'Verzekering',
    tax: 'Belasting',
    discount: 'Korting',
    total: 'Totaal',
    back: 'Terug naar de winkel',
    payment: 'Betaling',
    needsScript: 'Deze pagina heeft JavaScript nodig om een betaling aan te nemen.',
    notFound: 'Deze betaalpagina bestaat niet',
    notFoundText:
      'Het adres is niet volledig of de bestelling is hier niet meer. Er is niets afgeschreven. Ga terug naar de winkel en begin opnieuw.',
  },
  pl: {
    order: 'Zamówienie {order}',
    summary: 'Podsumowanie zamówienia',
    quantity: 'Ilość',
    subtotal: 'Suma częściowa',
    shipping: 'Dostawa',
    shippingDiscount: 'Rabat na dostawę',
    handling: 'Obsługa',
    insurance: 'Ubezpieczenie',
    tax: 'Podatki',
    discount: 'Rabat',
    total: 'Razem',
    back: 'Wróć do sklepu',
    payment: 'Płatność',
    needsScript: 'Ta strona wymaga JavaScriptu, aby przyjąć płatność.',
    notFound: 'Ta strona płatności nie istnieje',
    notFoundText:
      'Adres jest niepełny albo zamówienia już tu nie ma. Nic nie zostało pobrane. Wróć do sklepu i zacznij od nowa.',
  },
  tr: {
    order: 'Sipariş {order}',
    summary: 'Sipariş özeti',
    quantity: 'Adet',
    subtotal: 'Ara toplam',
    shipping: 'Kargo',
    shippingDiscount: 'Kargo indirimi',
    handling: 'İşlem ücreti',
    insurance: 'Sigorta',
    tax: 'Vergi',
    discount: 'İndirim',
    total: 'Toplam',
    back: 'Mağazaya dön',
    payment: 'Ödeme',
    needsScript: 'Bu sayfanın ödeme alabilmesi için JavaScript gerekir.',
    notFound: 'Böyle bir ödeme sayfası yok',
    notFoundText:
      'Adres eksik ya da sipariş artık burada değil. Hiçbir tutar çekilmedi. Mağazaya dönüp yeniden başlayın.',
  },
  ar: {
    order: 'الطلب {order}',
    summary: 'ملخص الطلب',
    quantity: 'الكمية',
    subtotal: 'المجموع الفرعي',
    shipping: 'الشحن',
    shippingDiscount: 'خصم الشحن',
    handling: 'رسوم المناولة',
    insurance: 'التأمين',
    tax: 'الضريبة',
    discount: 'الخصم',
    total: 'الإجمالي',
    back: 'العودة إلى المتجر',
    payment: 'الدفع',
    needsScript: 'تحتاج هذه الصفحة إلى JavaScript لاستلام الدفع.',
    notFound: 'صفحة الدفع هذه غير موجودة',
    notFoundText: 'العنوان غير مكتمل أو لم يعد الطلب هنا. لم يُخصم أي مبلغ. عد إلى المتجر وابدأ من جديد.',
  },
  he: {
    order: 'הזמנה {order}',
    summary: 'סיכום ההזמנה',
    quantity: 'כמות',
    subtotal: 'סכום ביניים',
    shipping: 'משלוח',
    shippingDiscount: 'הנחה על המשלוח',
    handling: 'דמי טיפול',
    insurance: 'ביטוח',
    tax: 'מס',
    discount: 'הנחה',
    total: 'סך הכול',
    back: 'חזרה לחנות',
    payment: 'תשלום',
    needsScript: 'הדף הזה זקוק ל-JavaScript כדי לקבל תשלום.',
    notFound: 'דף התשלום הזה לא קיים',
    notFoundText: 'הכתובת אינה שלמה או שההזמנה כבר לא כאן. לא בוצע חיוב. חזרו לחנות והתחילו מחדש.',
  },
  ja: {
    order: '注文 {order}',
    summary: '注文内容',
    quantity: '数量',
    subtotal: '小計',
    shipping: '送料',
    shippingDiscount: '送料割引',
    handling: '手数料',
    insurance: '保険',
    tax: '税',
    discount: '割引',
    total: '合計',
    back: 'ショップに戻る',
    payment: 'お支払い',
    needsScript: 'お支払いには JavaScript が必要です。',
    notFound: 'このお支払いページは存在しません',
    notFoundText:
      'アドレスが不完全か、注文がここにはもうありません。請求は行われていません。ショップに戻ってやり直してください。',
  },
  'zh-Hans': {
    order: '订单 {order}',
    summary: '订单摘要',
    quantity: '数量',
    subtotal: '小计',
    shipping: '运费',
    shippingDiscount: '运费优惠',
    handling: '手续费',
    insurance: '保险',
    tax: '税费',
    discount: '优惠',
    total: '合计',
    back: '返回商店',
    payment: '付款',
    needsScript: '此页面需要 JavaScript 才能收款。',
    notFound: '此付款页面不存在',
    notFoundText: '地址不完整，或订单已不在此处。没有扣款。请返回商店重新开始。',
  },
  'zh-Hant': {
    order: '訂單 {order}',
    summary: '訂單摘要',
    quantity: '數量',
    subtotal: '小計',
    shipping: '運費',
    shippingDiscount: '運費折扣',
    handling: '手續費',
    insurance: '保險',
    tax: '稅金',
    discount: '折扣',
    total: '總計',
    back: '返回商店',
    payment: '付款',
    needsScript: '此頁面需要 JavaScript 才能收款。',
    notFound: '此付款頁面不存在',
    notFoundText: '網址不完整，或訂單已不在此處。沒有扣款。請返回商店重新開始。',
  },
  ko: {
    order: '주문 {order}',
    summary: '주문 요약',
    quantity: '수량',
    subtotal: '소계',
    shipping: '배송비',
    shippingDiscount: '배송비 할인',
    handling: '취급 수수료',
    insurance: '보험',
    tax: '세금',
    discount: '할인',
    total: '합계',
    back: '상점으로 돌아가기',
    payment: '결제',
    needsScript: '결제하려면 이 페이지에 JavaScript가 필요합니다.',
    notFound: '존재하지 않는 결제 페이지입니다',
    notFoundText:
      '주소가 올바르지 않거나 주문이 더 이상 여기에 없습니다. 청구된 금액은 없습니다. 상점으로 돌아가 다시 시작하세요.',
  },
  id: {
    order: 'Pesanan {order}',
    summary: 'Ringkasan pesanan',
    quantity: 'Jumlah',
    subtotal: 'Subtotal',
    shipping: 'Pengiriman',
    shippingDiscount: 'Diskon pengiriman',
    handling: 'Penanganan',
    insurance: 'Asuransi',
    tax: 'Pajak',
    discount: 'Diskon',
    total: 'Total',
    back: 'Kembali ke toko',
    payment: 'Pembayaran',
    needsScript: 'Halaman ini memerlukan JavaScript untuk menerima pembayaran.',
    notFound: 'Halaman pembayaran ini tidak ada',
    notFoundText:
      'Alamatnya tidak lengkap atau pesanan sudah tidak ada di sini. Tidak ada yang ditagih. Kembali ke toko dan mulai lagi.',
  },
  th: {
    order: 'คำสั่งซื้อ {order}',
    summary: 'สรุปคำสั่งซื้อ',
    quantity: 'จำนวน',
    subtotal: 'ยอดรวมย่อย',
    shipping: 'ค่าจัดส่ง',
    shippingDiscount: 'ส่วนลดค่าจัดส่ง',
    handling: 'ค่าดำเนินการ',
    insurance: 'ประกันภัย',
    tax: 'ภาษี',
    discount: 'ส่วนลด',
    total: 'ยอดรวมทั้งหมด',
    back: 'กลับไปที่ร้าน',
    payment: 'การชำระเงิน',
    needsScript: 'หน้านี้ต้องใช้ JavaScript เพื่อรับการชำระเงิน',
    notFound: 'ไม่พบหน้าชำระเงินนี้',
    notFoundText: 'ที่อยู่ไม่ครบถ้วน หรือคำสั่งซื้อไม่อยู่ที่นี่แล้ว ไม่มีการเรียกเก็บเงิน กลับไปที่ร้านแล้วเริ่มใหม่',
  },
  vi: {
    order: 'Đơn hàng {order}',
    summary: 'Tóm tắt đơn hàng',
    quantity: 'Số lượng',
    subtotal: 'Tạm tính',
    shipping: 'Vận chuyển',
    shippingDiscount: 'Giảm giá vận chuyển',
    handling: 'Phí xử lý',
    insurance: 'Bảo hiểm',
    tax: 'Thuế',
    discount: 'Giảm giá',
    total: 'Tổng cộng',
    back: 'Quay lại cửa hàng',
    payment: 'Thanh toán',
    needsScript: 'Trang này cần JavaScript để nhận thanh toán.',
    notFound: 'Trang thanh toán này không tồn tại',
    notFoundText:
      'Địa chỉ không đầy đủ hoặc đơn hàng không còn ở đây. Chưa có khoản nào bị trừ. Hãy quay lại cửa hàng và bắt đầu lại.',
  },
};

/** A language of the page, and how it is read. */
export interface PageLanguage {
  tag: string;
  /** What amounts are written in and the element speaks: a tag that Intl takes, with its region where one was said. */
  locale: string;
  dir: 'ltr' | 'rtl';
  words: PageWords;
}

/**
 * The page's language: the session's, or the first of the browser's (`Accept-Language`) that there are words for. A
 * region falls back to its language, but stays in `locale`.
 */
export function findPageLanguage(locale: string | undefined, accepted = ''): PageLanguage {
  const wanted =
    locale === undefined ? accepted.split(',').map((entry) => entry.split(';')[0]?.trim() ?? '') : [locale];
  const spoken = wanted.find((tag) => Object.hasOwn(WORDS, nameOf(tag)));
  const tag = nameOf(spoken ?? 'en');
  const dir = tag === 'ar' || tag === 'he' ? 'rtl' : 'ltr';
  return { tag, locale: toLocale(locale ?? spoken, tag), dir, words: WORDS[tag] ?? en };
}

/** What is asked for need not be a tag that Intl takes: `en-USA` is read as the page is. */
function toLocale(tag: string | undefined, page: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag ?? page)[0] ?? page;
  } catch {
    return page;
  }
}

function nameOf(tag: string): string {
  const [language = '', ...parts] = tag.toLowerCase().split('-');
  if (language === 'zh') return !parts.includes('hans') && /hant|tw|hk|mo/.test(parts.join()) ? 'zh-Hant' : 'zh-Hans';
  if (language === 'pt') return 'pt-BR';
  if (language === 'iw') return 'he';
  return language === 'in' ? 'id' : language;
}
