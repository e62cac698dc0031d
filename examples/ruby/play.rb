# A game of Evil Hangman by a generated client: ruby -Iclient/lib play.rb [LENGTH]
require "openapi_client"
require "securerandom"

# The service refused: the message is written for players, and problem.code is for the app.
class Refused < StandardError
  attr_reader :problem

  def initialize(problem)
    @problem = problem
    super(problem.detail)
  end
end

# The game after a request, which is sent until the service responds, five times at most. A request without an
# Idempotency-Key gets one, and each retry repeats it: nothing is done twice.
def game(key = SecureRandom.uuid, tries = 1)
  yield key
rescue OpenapiClient::ApiError, RuntimeError => refused # a RuntimeError if what came is not JSON
  problem = problem(refused)
  return problem.game if problem&.game # a 409, a 412, or a reused key
  busy = [429, 503].include?(problem&.status)
  pause = (busy && refused.response_headers["Retry-After"] || 2**tries).to_i
  raise Refused, problem if problem && (!busy || pause > 10 || tries == 5)
  raise IOError, "No network: the service does not respond." if tries == 5

  sleep pause + rand
  game(key, tries + 1) { |same| yield same }
end

# What the service refused; nil if the response was lost, or is a captive portal's or a proxy's.
def problem(refused)
  fields = JSON.parse(refused.response_body, symbolize_names: true)
  OpenapiClient::Problem.build_from_hash(fields)
rescue JSON::ParserError, TypeError, NoMethodError
  nil
end

OpenapiClient.configure do |config|
  config.host = ENV.fetch("HANGMAN_URL", "http://localhost:8000")
  config.timeout = 10
end
api = OpenapiClient::GamesApi.new
begin
  start = { length: (ARGV[0] || 8).to_i, seed: 20261121093000 }
  played = game { |key| api.start_game(game_request: start, idempotency_key: key) }
  "eetaoinshrdlucmfwypvbgkjqxz".each_char do |letter| # the second e is a 409
    played = game { |key| api.make_guess(played.id, { letter: letter }, idempotency_key: key) }
    puts "#{played.pattern} #{played.message}"
    break if played.over
  end
  puts "#{played.word} #{played.dealer} #{played.seed}"
rescue Refused, IOError => error
  abort error.message
end
