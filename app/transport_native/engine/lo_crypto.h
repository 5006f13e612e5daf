/* Sealing and opening packets. Written for the membership side; called by lo_node for
 * every packet. A node of an open scope has no lo_crypto (NULL) and trailers are 0.
 *
 * Keys. The scope has a secret; each (view-or-rekey generation, sender) has a key derived
 * from it. DATA and HYBRID packets are immutable, so their nonce is (kind, view, region,
 * number) of the header: a repair by anyone reproduces the same bytes under the same
 * nonce, which reveals nothing. Control packets use the sender's packet counter.
 *
 * A member must not be able to forge another's packets although all can read them: the
 * trailer therefore carries, beside the tag, whatever proves the sender (the design is the
 * implementer's: signatures per packet for control, amortised for data). Its length is
 * lo_crypto_trailer() and may depend on the kind of packet, never on its content. */
#ifndef LO_CRYPTO_H
#define LO_CRYPTO_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_view.h"
#include "lo_wire.h"

typedef struct lo_crypto lo_crypto;

typedef struct lo_identity {
    uint8_t public_key[32];
    uint8_t secret_key[64];  /* Ed25519 as libsodium keeps it. */
} lo_identity;

typedef struct lo_crypto_config {
    uint8_t scope_key[32];
    lo_identity identity;
    uint32_t number;             /* This node's member number. */
    bool forbid_aes;             /* Use XChaCha20-Poly1305 even where AES is fast (tests). */
    uint32_t replay_window;      /* Packets; 0 for the default of 4096. */
} lo_crypto_config;

typedef struct lo_crypto_counts {
    uint64_t sealed, opened, forged, replayed, unknown_sender;
} lo_crypto_counts;

lo_crypto *lo_crypto_create(const lo_crypto_config *config, lo_memory *memory);
void lo_crypto_destroy(lo_crypto *crypto);

/* Tells which numbers belong to which public keys from now on, and lets keys of departed
 * members go. Packets of the previous views stay readable while they drain. */
int lo_crypto_set_view(lo_crypto *crypto, lo_view *view, lo_time now);

/* Bytes of trailer for a packet of this kind (fixed for the lifetime of the object). */
size_t lo_crypto_trailer(const lo_crypto *crypto, uint8_t kind);

/* `packet` holds header and plain body, `length` bytes in all, header.trailer already set
 * to lo_crypto_trailer(kind). Writes length + trailer bytes to `out` (may equal `packet`).
 * For a repair of another's segment header.sender is the other's number: the bytes must come
 * out as its maker sealed them. When that takes something that only the maker can produce (a
 * signature), the receiver hands the trailer it got to the repairer as `kept` (else NULL).
 * Returns the length of the sealed packet, or an error. */
int lo_crypto_seal(lo_crypto *crypto, const uint8_t *packet, size_t length, const uint8_t *kept,
                   uint8_t *out, size_t room);

/* Opens in place: afterwards the body is plain, and the trailer is as it was. Returns the
 * length without the trailer, or LO_ERROR_FORGED, LO_ERROR_REPLAYED, LO_ERROR_UNKNOWN.
 * DATA and HYBRID packets are not checked for replay (their sequence number does that). */
int lo_crypto_open(lo_crypto *crypto, uint8_t *packet, size_t length, lo_time now);

/* A member was removed: derive a new generation from `fresh`, which travels in the view
 * sealed to each remaining member. */
int lo_crypto_rekey(lo_crypto *crypto, uint64_t generation, const uint8_t fresh[32], lo_time now);

void lo_crypto_read_counts(const lo_crypto *crypto, lo_crypto_counts *counts);

#endif
