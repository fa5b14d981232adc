import Orders
import Pets
import Shop
import Till

// Calls nothing, so this needs no server.
print(ItemRequest(id: 1))
print(ChargeRequest(payload: .init(amount: 5, currency: "EUR")))
print(PetsGetPetRequest(petID: 7))
print(OrderRequest(id: 3))
