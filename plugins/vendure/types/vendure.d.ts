/**
 * What the plugin uses of Vendure and its framework, so that it compiles where they are not installed.
 * `test/shops/vendure` compiles the plugin against the real types.
 */

declare module '@vendure/core' {
  export type ID = string | number;
  export type Type<T> = new (...values: never[]) => T;

  export class RequestContext {
    readonly apiType: 'admin' | 'shop' | 'custom';
    readonly channel: Channel;
    readonly channelId: ID;
    readonly activeUserId: ID | undefined;
  }
  export class RequestContextService {
    create(config: { apiType: 'admin'; channelOrToken?: string }): Promise<RequestContext>;
  }

  export abstract class VendureEntity {
    id: ID;
  }
  export class Channel extends VendureEntity {
    token: string;
  }
  export class Customer extends VendureEntity {
    emailAddress: string;
    firstName: string;
    lastName: string;
  }
  export class OrderLine extends VendureEntity {
    productVariant: { name: string; sku: string };
    quantity: number;
    readonly unitPriceWithTax: number;
    readonly linePriceWithTax: number;
  }
  export class Surcharge extends VendureEntity {
    description: string;
    sku: string;
    readonly priceWithTax: number;
  }
  export class Refund extends VendureEntity {
    state: string;
    transactionId: string;
    total: number;
  }
  export class Payment extends VendureEntity {
    method: string;
    amount: number;
    state: string;
    transactionId: string;
    refunds: Refund[];
  }
  export class Order extends VendureEntity {
    code: string;
    state: string;
    active: boolean;
    currencyCode: string;
    customer?: Customer;
    lines: OrderLine[];
    surcharges: Surcharge[];
    payments: Payment[];
    shippingAddress: OrderAddress;
    billingAddress: OrderAddress;
    readonly shippingWithTax: number;
    readonly totalWithTax: number;
  }
  interface OrderAddress {
    fullName?: string;
    streetLine1?: string;
    streetLine2?: string;
    city?: string;
    province?: string;
    postalCode?: string;
    countryCode?: string;
  }
  export class HistoryService {
    getHistoryForOrder(
      ctx: RequestContext,
      orderId: ID,
      publicOnly: boolean,
      options: { filter: { type: { eq: string } } },
    ): Promise<{ items: { data: unknown }[] }>;
  }

  interface Repository<Entity> {
    find(options: { where: object }): Promise<Entity[]>;
    findOne(options: { where: object }): Promise<Entity | null>;
    count(options: { where: object }): Promise<number>;
    insert(values: object): Promise<unknown>;
    update(where: object, values: object): Promise<{ affected?: number }>;
    createQueryBuilder(alias: string): QueryBuilder<Entity>;
  }
  interface QueryBuilder<Entity> {
    setLock(mode: 'pessimistic_write'): this;
    where(condition: string, values: object): this;
    getOne(): Promise<Entity | null>;
  }
  export class TransactionalConnection {
    getRepository<Entity extends VendureEntity>(ctx: RequestContext, entity: Type<Entity>): Repository<Entity>;
    withTransaction<T>(ctx: RequestContext, work: (ctx: RequestContext) => Promise<T>): Promise<T>;
  }

  export interface ErrorResult {
    readonly errorCode: string;
    readonly message: string;
  }
  interface OrderStateTransitionError extends ErrorResult {
    readonly transitionError: string;
  }
  export function isGraphQlErrorResult<T extends object>(value: T): value is Extract<T, ErrorResult>;
  export function totalCoveredByPayments(order: Order): number;
  export function idsAreEqual(one?: ID, other?: ID): boolean;

  export class ActiveOrderService {
    getActiveOrder(ctx: RequestContext, input: undefined): Promise<Order | undefined>;
  }
  export class OrderService {
    findOne(ctx: RequestContext, id: ID): Promise<Order | undefined>;
    getOrderPayments(ctx: RequestContext, id: ID): Promise<Payment[]>;
    getEligiblePaymentMethods(
      ctx: RequestContext,
      id: ID,
    ): Promise<{ id: ID; code: string; isEligible: boolean; eligibilityMessage?: string | null }[]>;
    transitionToState(ctx: RequestContext, id: ID, state: string): Promise<Order | OrderStateTransitionError>;
    addPaymentToOrder(
      ctx: RequestContext,
      id: ID,
      input: { method: string; metadata: object },
    ): Promise<Order | ErrorResult>;
    settlePayment(ctx: RequestContext, id: ID): Promise<Payment | ErrorResult>;
    cancelPayment(ctx: RequestContext, id: ID): Promise<Payment | ErrorResult>;
    settleRefund(ctx: RequestContext, input: { id: ID; transactionId: string }): Promise<Refund>;
    transitionRefundToState(ctx: RequestContext, id: ID, state: 'Failed'): Promise<Refund>;
    addNoteToOrder(ctx: RequestContext, input: { id: ID; note: string; isPublic: boolean }): Promise<Order>;
  }
  export class PaymentMethodService {
    getActivePaymentMethods(ctx: RequestContext): Promise<{ id: ID; code: string; handler: { code: string } }[]>;
  }

  interface CreateResult {
    amount: number;
    state: 'Authorized' | 'Settled';
    transactionId: string;
    metadata: object;
  }
  type ChangeResult = { success: true } | { success: false; state: 'Authorized'; errorMessage: string };
  interface RefundResult {
    state: 'Settled' | 'Pending' | 'Failed';
    transactionId: string;
    metadata: object;
  }
  export enum LanguageCode {
    en = 'en',
  }
  export class Injector {
    get<T>(token: Type<T> | symbol): T;
  }
  export class PaymentMethodHandler<T = object> {
    readonly code: string;
    constructor(config: {
      code: string;
      description: { languageCode: LanguageCode; value: string }[];
      args: object;
      init(injector: Injector): void;
      createPayment(
        ctx: RequestContext,
        order: Order,
        amount: number,
        args: unknown,
        metadata: Record<string, unknown>,
      ): CreateResult;
      settlePayment(ctx: RequestContext, order: Order, payment: Payment): Promise<ChangeResult>;
      cancelPayment(ctx: RequestContext, order: Order, payment: Payment): Promise<ChangeResult>;
      createRefund(
        ctx: RequestContext,
        input: { reason?: string | null },
        amount: number,
        order: Order,
        payment: Payment,
      ): Promise<RefundResult>;
    });
  }

  export class UserInputError extends Error {
    constructor(message: string);
  }
  export class InternalServerError extends Error {
    constructor(message: string);
  }
  export class Logger {
    static error(message: string, context: string): void;
    static warn(message: string, context: string): void;
  }
  export abstract class VendureEvent {
    readonly createdAt: Date;
  }
  export class EventBus {
    publish(event: VendureEvent): Promise<void>;
  }
  export class ConfigService {
    readonly entityOptions: { moneyStrategy: { precision?: number } };
  }

  export enum Permission {
    Owner = 'Owner',
  }
  export function Allow(...permissions: Permission[]): MethodDecorator;
  export function Ctx(): ParameterDecorator;
  export class PluginCommonModule {}
  interface Middleware {
    route: string;
    beforeListen: boolean;
    handler: (
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
      next: (error?: unknown) => void,
    ) => void;
  }
  interface RuntimeVendureConfig {
    apiOptions: { middleware: Middleware[] };
    paymentOptions: {
      paymentMethodHandlers: PaymentMethodHandler[];
      refundProcess?: { transitions?: Record<string, { to: string[] }> }[];
    };
  }
  export function VendurePlugin(metadata: {
    imports: unknown[];
    providers: unknown[];
    controllers: unknown[];
    entities: unknown[];
    compatibility: string;
    configuration(config: RuntimeVendureConfig): RuntimeVendureConfig;
    shopApiExtensions: { schema: import('graphql').DocumentNode; resolvers: unknown[] };
  }): ClassDecorator;
}

declare module '@nestjs/common' {
  export function Injectable(): ClassDecorator;
  export function Inject(token: unknown): ParameterDecorator;
  export function Controller(path: string): ClassDecorator;
  export function Post(): MethodDecorator;
  export function Req(): ParameterDecorator;
  export function Res(): ParameterDecorator;
}

declare module '@nestjs/graphql' {
  export function Resolver(): ClassDecorator;
  export function Mutation(): MethodDecorator;
}

declare module 'typeorm' {
  export function Entity(): ClassDecorator;
  export function Column(
    type: 'varchar' | 'int',
    options?: { nullable?: boolean; unique?: boolean },
  ): PropertyDecorator;
}

declare module 'graphql' {
  export interface DocumentNode {
    readonly kind: 'Document';
  }
  export function parse(source: string): DocumentNode;
}
