import { Allow, Ctx, Permission, type RequestContext } from '@vendure/core';
import { Inject } from '@nestjs/common';
import { Mutation, Resolver } from '@nestjs/graphql';
import { parse } from 'graphql';
import { CheckoutSessionService, type CheckoutView } from './checkout.ts';

export const SHOP_API_SCHEMA = parse(`
  "What the element tillgate-checkout needs to take the payment of an order"
  type TillgateCheckout {
    orderCode: String!
    sessionId: String!
    "The element's property session"
    token: String!
    "The element's property server"
    server: String!
    "open, processing or paid; paid: the order is placed"
    status: String!
  }

  extend type Mutation {
    "Arranges the payment of the active order. Call it again after each change of the order."
    openTillgateCheckout: TillgateCheckout!
  }
`);

@Resolver()
export class ShopApiResolver {
  readonly #checkout: CheckoutSessionService;

  constructor(@Inject(CheckoutSessionService) checkout: CheckoutSessionService) {
    this.#checkout = checkout;
  }

  @Mutation()
  @Allow(Permission.Owner)
  openTillgateCheckout(@Ctx() ctx: RequestContext): Promise<CheckoutView> {
    return this.#checkout.open(ctx);
  }
}
