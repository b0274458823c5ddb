package dev.stampede.client;

import dev.stampede.client.api.BookingsApi;
import dev.stampede.client.api.HoldsApi;
import dev.stampede.client.api.OperationApi;
import dev.stampede.client.api.QueueApi;
import dev.stampede.client.api.SaleApi;
import dev.stampede.client.api.SeatsApi;
import dev.stampede.client.api.ShowsApi;
import dev.stampede.client.api.WalletApi;
import dev.stampede.client.model.BestSeats;
import dev.stampede.client.model.Booking;
import dev.stampede.client.model.BookingAnswer;
import dev.stampede.client.model.BookingRequest;
import dev.stampede.client.model.Hold;
import dev.stampede.client.model.HoldRequest;
import dev.stampede.client.model.NewSection;
import dev.stampede.client.model.NewShow;
import dev.stampede.client.model.NewWaitingRoom;
import dev.stampede.client.model.Operation;
import dev.stampede.client.model.QueueAnswer;
import dev.stampede.client.model.Sale;
import dev.stampede.client.model.Section;
import dev.stampede.client.model.Show;
import dev.stampede.client.model.ShowPatch;
import dev.stampede.client.model.TopUpRequest;
import dev.stampede.client.model.WaitingRoomPatch;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Sells seats with a client that was generated from the API's description: the whole way of a
 * buyer, in line, with a hold, with points, at once and later. GeneratedClientTest compiles and
 * runs it; it is no part of the product.
 */
public final class TicketShop implements UnaryOperator<Map<String, String>> {

  private static final Duration WITHIN = Duration.ofSeconds(20);

  private final Map<String, String> seen = new LinkedHashMap<>();

  /** Takes an address and tokens, and tells what was seen. */
  @Override
  public Map<String, String> apply(Map<String, String> given) {
    try {
      ApiClient operator = client(given.get("address"), given.get("operator"));
      ApiClient buyer = client(given.get("address"), given.get("buyer"));
      String queued = show(operator, "Opening night", new NewWaitingRoom());
      settings(operator, queued);
      fund(operator, buyer);
      buyInLine(buyer, queued);
      String open = show(operator, "Second night", null);
      buyLater(buyer, open);
      look(operator, buyer, queued, open);
      return seen;
    } catch (ApiException refused) {
      throw new IllegalStateException(
          refused.getCode() + " " + refused.getResponseBody(), refused);
    }
  }

  private static ApiClient client(String address, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(address);
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  private static String show(ApiClient operator, String name, NewWaitingRoom room)
      throws ApiException {
    return new ShowsApi(operator)
        .createShow(
            new NewShow()
                .name(name)
                .startsAt(OffsetDateTime.parse("2040-01-31T19:30:00Z"))
                .addSectionsItem(new NewSection().name("A").price(120L).rows(10).seatsPerRow(20))
                .addSectionsItem(new NewSection().name("Lawn").price(40L).capacity(500))
                .waitingRoom(room))
        .getId();
  }

  private void settings(ApiClient operator, String id) throws ApiException {
    ShowsApi shows = new ShowsApi(operator);
    Show listed = shows.listShows(20, null).getItems().getFirst();
    seen.put(
        "shows",
        listed.getName()
            + ": "
            + listed.getSections().stream().map(TicketShop::shown).collect(Collectors.joining(", ")));
    Show patched =
        shows.changeShow(
            id, new ShowPatch().waitingRoom(new WaitingRoomPatch().passSeconds(600)), "\"1\"");
    seen.put(
        "room",
        patched.getWaitingRoom().getAdmitPerSecond()
            + " a second, "
            + patched.getWaitingRoom().getMaxActive()
            + " inside");
  }

  private static String shown(Section section) {
    return section.getName()
        + " "
        + section.getPrice()
        + " "
        + (section.getCapacity() == null
            ? section.getRows() + "x" + section.getSeatsPerRow()
            : section.getCapacity());
  }

  private static void fund(ApiClient operator, ApiClient buyer) throws ApiException {
    new WalletApi(operator).topUp("ann", "first", new TopUpRequest().amount(9_000L));
    new WalletApi(buyer).topUpMine("second", new TopUpRequest().amount(1_000L));
  }

  private void buyInLine(ApiClient buyer, String show) throws ApiException {
    QueueApi queue = new QueueApi(buyer);
    String place = queue.joinQueue(show, null).getPlaceToken();
    QueueAnswer admitted =
        await(
            "admission",
            () -> queue.askQueue(show, place),
            answer -> answer.getState() == QueueAnswer.StateEnum.ADMITTED);
    seen.put("queue", admitted.getState().getValue());

    Hold hold =
        new HoldsApi(buyer)
            .claimSeats(
                show,
                new HoldRequest().addSeatsItem("A-1-1").addSeatsItem("A-1-2"),
                "hold",
                admitted.getPass());
    seen.put("hold", hold.getSeats() + " for " + hold.getTotal());

    BookingsApi bookings = new BookingsApi(buyer);
    BookingRequest paying = new BookingRequest().holdId(hold.getId());
    ApiResponse<BookingAnswer> paid = bookings.bookWithHttpInfo(paying, null, null, null);
    seen.put(
        "booking",
        paid.getStatusCode()
            + " "
            + paid.getData().getState().getValue()
            + ", "
            + paid.getData().getBalance()
            + " left");
    ApiResponse<BookingAnswer> again = bookings.bookWithHttpInfo(paying, null, null, null);
    boolean same = again.getData().getId().equals(paid.getData().getId());
    seen.put("again", again.getStatusCode() + (same ? ", the same" : ", another"));
    Booking read = bookings.readBooking(paid.getData().getId());
    seen.put("showId", show);
    seen.put("bookingId", read.getId());
    seen.put("read", read.getSeats() + " " + read.getState().getValue());
  }

  private void buyLater(ApiClient buyer, String show) throws ApiException {
    BookingsApi bookings = new BookingsApi(buyer);
    ApiResponse<BookingAnswer> accepted =
        await(
            "requests can be queued",
            () ->
                later(
                    buyer,
                    new BookingRequest().showId(show).best(new BestSeats().quantity(2).section("A")),
                    "later"),
            answer -> answer != null);
    Operation done = outcome(buyer, accepted);
    seen.put(
        "later",
        accepted.getStatusCode()
            + " "
            + accepted.getData().getState().getValue()
            + ", then "
            + done.getState().getValue()
            + ": "
            + done.getBooking().getSeats().size()
            + " seats for "
            + done.getBooking().getTotal());

    String taken = done.getBooking().getSeats().getFirst();
    BookingRequest tooLate = new BookingRequest().showId(show).addSeatsItem(taken);
    tooLate.addSeatsItem("A-9-1");
    Operation failed = outcome(buyer, later(buyer, tooLate, "too late"));
    seen.put(
        "refused",
        failed.getState().getValue()
            + ": "
            + failed.getProblem().getStatus()
            + " "
            + failed.getProblem().getType()
            + " "
            + (failed.getProblem().getTaken().equals(List.of(taken)) ? "that seat" : "another"));

    Booking cancelled = bookings.cancelBooking(done.getBooking().getId(), "cancel");
    seen.put("cancelled", cancelled.getState().getValue() + ", " + cancelled.getRefund().getValue());
  }

  /** Null while the server says that nothing can be queued yet. */
  private static ApiResponse<BookingAnswer> later(
      ApiClient buyer, BookingRequest request, String key) throws ApiException {
    try {
      return new BookingsApi(buyer).bookWithHttpInfo(request, key, null, "respond-async");
    } catch (ApiException refused) {
      if (refused.getCode() == 503) {
        return null;
      }
      throw refused;
    }
  }

  private static Operation outcome(ApiClient buyer, ApiResponse<BookingAnswer> accepted)
      throws ApiException {
    String location = accepted.getHeaders().get("location").getFirst();
    String id = location.substring(location.lastIndexOf('/') + 1);
    return await(
        "the outcome",
        () -> new BookingsApi(buyer).readOperation(id),
        operation -> operation.getState() != Operation.StateEnum.QUEUED);
  }

  private void look(ApiClient operator, ApiClient buyer, String queued, String open)
      throws ApiException {
    WalletApi wallet = new WalletApi(buyer);
    seen.put(
        "wallet",
        wallet.readWallet().getBalance()
            + " by "
            + wallet.listEntries(20, null).getItems().size()
            + " entries");
    seen.put(
        "map",
        new SeatsApi(buyer)
            .seats(open, null).getSections().stream()
                .map(section -> section.getName() + " " + section.getStates().length())
                .collect(Collectors.joining(", ")));
    Sale sale =
        await(
            "the sale is counted",
            () -> new SaleApi(operator).readSale(queued),
            one -> one.getRevenue() != null && one.getRevenue().getPoints().signum() > 0);
    seen.put(
        "sale",
        sale.getSeats().getSold()
            + " sold, "
            + sale.getRevenue().getPoints()
            + " points, queue null: "
            + (sale.getQueue() == null));
    seen.put("ready", new OperationApi(buyer).ready().getState().getValue());
  }

  private static <T> T await(String what, Callable<T> question, Predicate<T> good) {
    AtomicReference<T> last = new AtomicReference<>();
    Eventually.within(WITHIN)
        .until(
            what,
            () -> {
              last.set(question.call());
              return good.test(last.get());
            });
    return last.get();
  }
}
