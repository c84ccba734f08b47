package tutti.bench;

/** Names of formats. */
enum TableOrJson {
    table,
    json
}
