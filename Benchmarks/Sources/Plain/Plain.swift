// Written by peers.py. The structures of Bench, for Foundation's coders, by the names on the wire.
// swift-format-ignore-file

public struct CompanyTotals: Codable, Sendable {
  public var spotted: Int
  public var battles_on_stunning_vehicles: Int
  public var track_assisted_damage: Int
  public var xp: Int
  public var survived_battles: Int
  public var dropped_capture_points: Int
  public var hits_percents: Int
  public var draws: Int
  public var battles: Int
  public var damage_received: Int
  public var frags: Int
  public var stun_number: Int
  public var capture_points: Int
  public var stun_assisted_damage: Int
  public var hits: Int
  public var battle_avg_xp: Int
  public var wins: Int
  public var losses: Int
  public var damage_dealt: Int
  public var shots: Int
  public var radio_assisted_damage: Int
}

public struct TeamTotals: Codable, Sendable {
  public var spotted: Int
  public var battles_on_stunning_vehicles: Int
  public var track_assisted_damage: Int
  public var xp: Int
  public var survived_battles: Int
  public var dropped_capture_points: Int
  public var hits_percents: Int
  public var draws: Int
  public var battles: Int
  public var damage_received: Int
  public var frags: Int
  public var stun_number: Int
  public var capture_points: Int
  public var stun_assisted_damage: Int
  public var hits: Int
  public var battle_avg_xp: Int
  public var wins: Int
  public var losses: Int
  public var damage_dealt: Int
  public var shots: Int
  public var radio_assisted_damage: Int
  public var max_xp: Int
  public var max_damage: Int
  public var max_frags: Int
}

public struct SkirmishTotals: Codable, Sendable {
  public var spotted: Int
  public var battles_on_stunning_vehicles: Int
  public var track_assisted_damage: Int
  public var xp: Int
  public var survived_battles: Int
  public var dropped_capture_points: Int
  public var hits_percents: Int
  public var draws: Int
  public var battles: Int
  public var damage_received: Int
  public var frags: Int
  public var stun_number: Int
  public var capture_points: Int
  public var stun_assisted_damage: Int
  public var hits: Int
  public var battle_avg_xp: Int
  public var wins: Int
  public var losses: Int
  public var damage_dealt: Int
  public var shots: Int
  public var radio_assisted_damage: Int
  public var max_xp: Int
  public var max_damage: Int
  public var max_frags: Int
  public var direct_hits_received: Int
  public var explosion_hits: Int
  public var piercings_received: Int
  public var piercings: Int
  public var explosion_hits_received: Int
  public var no_damage_direct_hits_received: Int
  public var tanking_factor: Double
}

public struct BattleTotals: Codable, Sendable {
  public var spotted: Int
  public var battles_on_stunning_vehicles: Int
  public var track_assisted_damage: Int
  public var xp: Int
  public var survived_battles: Int
  public var dropped_capture_points: Int
  public var hits_percents: Int
  public var draws: Int
  public var battles: Int
  public var damage_received: Int
  public var frags: Int
  public var stun_number: Int
  public var capture_points: Int
  public var stun_assisted_damage: Int
  public var hits: Int
  public var battle_avg_xp: Int
  public var wins: Int
  public var losses: Int
  public var damage_dealt: Int
  public var shots: Int
  public var radio_assisted_damage: Int
  public var direct_hits_received: Int
  public var explosion_hits: Int
  public var piercings_received: Int
  public var piercings: Int
  public var explosion_hits_received: Int
  public var no_damage_direct_hits_received: Int
  public var avg_damage_blocked: Double
  public var avg_damage_assisted: Double
  public var avg_damage_assisted_track: Double
  public var avg_damage_assisted_radio: Double
  public var avg_damage_assisted_stun: Double
  public var tanking_factor: Double
}

public struct VehicleStatistics: Codable, Sendable {
  public var clan: TeamTotals
  public var stronghold_skirmish: SkirmishTotals
  public var regular_team: TeamTotals
  public var account_id: Int
  public var max_xp: Int
  public var company: CompanyTotals
  public var all: BattleTotals
  public var stronghold_defense: SkirmishTotals
  public var max_frags: Int
  public var team: TeamTotals
  public var globalmap: BattleTotals
  public var frags: [String: Int]
  public var mark_of_mastery: Int
  public var in_garage: Bool
  public var tank_id: Int
}

public struct Combatant: Codable, Sendable {
  public var loose_elo_delta: Int
  public var clan_id: Int
  public var battle_reward: Int
  public var win_elo_delta: Int
}

public struct ActiveBattle: Codable, Sendable {
  public var clan_b: Combatant
  public var start_at: String
  public var round: Int
  public var clan_a: Combatant
  public var battle_reward: Int?
}

public struct Province: Codable, Sendable {
  public var active_battles: [ActiveBattle]
  public var is_borders_disabled: Bool
  public var front_name: String
  public var max_bets: Int
  public var arena_name: String
  public var attackers: [Int]
  public var neighbours: [String]
  public var last_won_bet: Int
  public var province_name: String
  public var status: String?
  public var arena_id: String
  public var prime_time: String
  public var current_min_bet: Int
  public var battles_start_at: String
  public var pillage_end_at: String?
  public var world_redivision: Bool
  public var province_id: String
  public var landing_type: String?
  public var owner_clan_id: Int
  public var revenue_level: Int
  public var daily_revenue: Int
  public var uri: String
  public var server: String
  public var competitors: [Int]
  public var round_number: Int?
  public var front_id: String
}

public struct Campaign: Codable, Sendable {
  public var operations: [String: CampaignOperation]
  public var description: String
  public var campaign_id: Int
  public var name: String
}

public struct OperationReward: Codable, Sendable {
  public var slots: Int?
  public var tanks: [Int]
}

public struct CampaignOperation: Codable, Sendable {
  public var reward: OperationReward
  public var name: String
  public var missions_in_set: Int
  public var image: String
  public var missions: [String: Mission]
  public var sets_count: Int
  public var operation_id: Int
  public var next_id: Int
  public var sets_to_next: Int
  public var description: String
}

public struct MissionReward: Codable, Sendable {
  public var berths: Int?
  public var premium: Int?
  public var free_xp: Int?
  public var items: [String: Int]
  public var tokens: Int
  public var credits: Int?
  public var slots: Int?
  public var conditions: String
}

public struct MissionRewards: Codable, Sendable {
  public var primary: MissionReward
  public var secondary: MissionReward
}

public struct Mission: Codable, Sendable {
  public var min_level: Int
  public var rewards: MissionRewards
  public var name: String
  public var hint: String?
  public var max_level: Int
  public var tags: [String]
  public var mission_id: Int
  public var set_id: Int
  public var description: String
}

public struct Message: Codable, Sendable {
  public var id: Int
  public var author: String
  public var title: String
  public var text: String
  public var tags: [String]
  public var reply_to: Int?
}

public struct Track: Codable, Sendable {
  public var id: Int
  public var length: Double
  public var points: [[Double]]
  public var samples: [Int]
}

public struct PlayerName: Codable, Sendable {
  public var nickname: String
  public var account_id: Int
}

public struct Meta: Codable, Sendable {
  public var count: Int
}

public struct StatisticsDocument: Codable, Sendable {
  public var status: String
  public var meta: Meta
  public var data: [String: [VehicleStatistics]]
}

public struct ProvincesDocument: Codable, Sendable {
  public var status: String
  public var meta: Meta
  public var data: [Province]
}

public struct MissionsDocument: Codable, Sendable {
  public var status: String
  public var meta: Meta
  public var data: [String: Campaign]
}

public struct MessagesDocument: Codable, Sendable {
  public var status: String
  public var meta: Meta
  public var data: [Message]
}

public struct TracksDocument: Codable, Sendable {
  public var status: String
  public var meta: Meta
  public var data: [Track]
}

public struct NamesDocument: Codable, Sendable {
  public var status: String
  public var meta: Meta
  public var data: [PlayerName]
}
